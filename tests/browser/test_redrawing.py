"""What a reader holds while the page is drawn again around it: presses, focus, what is written."""

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from tests.support.browser import Crowd, Guest
from tests.support.browser_tables import laid_out
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

DRAWING = """async () => {
  const main = document.querySelector("script[type=module]").src;
  const { el, fill, made } = await import(main.replace("main", "ui/dom"));
  const host = made(el("div", { id: "host" }));
  document.body.append(host);
  Object.assign(window, { el, fill, made, host, clicks: [] });
}"""
TREES = 20_000
DRAW_TREES = """(count) => {
  let seed = 1;
  const random = (most) => (seed = (seed * 16807) % 2147483647) % most;
  const treeOf = (depth) => {
    const keys = new Set();
    return Array.from({ length: random(6) }, () => {
      const dice = random(10);
      if (dice < 2) return `t${random(5)}`;
      if (dice === 2) return [null, false, ""][random(3)];
      const key = random(8);
      const isKeyed = dice < 7 && !keys.has(key);
      if (isKeyed) keys.add(key);
      const props = { class: `c${random(3)}`, ...(isKeyed && { key }), hidden: random(2) === 1 };
      return [["p", "b", "i"][random(3)], props, depth ? treeOf(depth - 1) : []];
    });
  };
  const described = (tree) =>
    tree.map((one) => Array.isArray(one) ? el(one[0], one[1], ...described(one[2])) : one);
  const plain = (tree) => tree.map((one) => {
    if (!Array.isArray(one)) return one || "";
    const [tag, { class: name, hidden }, inside] = one;
    return `<${tag} class="${name}"${hidden ? ' hidden=""' : ""}>${plain(inside)}</${tag}>`;
  }).join("");
  const attributes = (html) => html.replace(/ hidden=""( class="c.")/g, '$1 hidden=""');
  const wrong = [];
  for (let i = 0; i < count && wrong.length < 3; i++) {
    const tree = treeOf(2);
    fill(host, ...described(tree));
    if (attributes(host.innerHTML) !== plain(tree)) wrong.push([host.innerHTML, plain(tree)]);
  }
  return wrong;
}"""
COUNT_ELEMENTS = """window.born = 0;
for (const name of ["createElement", "createElementNS"]) {
  const make = document[name].bind(document);
  document[name] = (...what) => ((window.born += 1), make(...what));
}"""
ROWS = 400
STEP_ELEMENTS = 20
PLAYED = ("h2e2", "h9g7", "h0g2", "i9h9", "b0c2", "b9c7", "i0h0", "a9b9", "h0h6", "h7h8")


@pytest_asyncio.fixture(loop_scope="session")
async def page(crowd: Crowd) -> AsyncIterator[Page]:
    """A page that holds nothing but a host to draw into."""
    guest = await crowd.come()
    await guest.page.evaluate(DRAWING)
    yield guest.page


async def test_an_element_stays_and_becomes_like_the_new_one(page: Page) -> None:
    told = await page.evaluate("""() => {
      const draw = (n) => fill(host,
        el("p", {}, "no key"),
        el("button",
          { key: "a", class: n ? "on" : "", title: n ? null : "t", onclick: () => clicks.push(n) },
          n > 0 && el("b", {}, String(n)), el("span", {}, `text ${n}`)));
      draw(0);
      const [paragraph, button] = host.children;
      const span = button.lastChild;
      draw(1);
      button.click();
      const kept = [paragraph, button, span].map((one) => one.isConnected);
      return [...kept, button.outerHTML, clicks];
    }""")

    assert told == [
        True,
        True,
        True,
        '<button class="on"><b>1</b><span>text 1</span></button>',
        [1],
    ]


async def test_what_stays_in_its_place_is_not_moved_by_what_comes_and_goes(page: Page) -> None:
    told = await page.evaluate("""() => {
      const draw = (keys) => fill(host, ...[...keys].map((key) => el("button", { key }, key)));
      draw("abc");
      const b = host.children[1];
      b.focus();
      const moved = new MutationObserver(() => {});
      moved.observe(host, { childList: true });
      draw("xbyc");
      const records = moved.takeRecords()
        .flatMap((one) => [...one.addedNodes, ...one.removedNodes]);
      draw("cb");
      return [records.includes(b), document.activeElement === b, host.textContent];
    }""")

    assert told == [False, True, "cb"]


async def test_only_a_change_of_what_is_drawn_is_put_over_what_a_reader_chose(page: Page) -> None:
    told = await page.evaluate("""() => {
      const draw = (n, value) => fill(host, el("form", { key: "form" },
        el("label", {}, String(n)), el("input", { value }),
        el("input", { type: "checkbox", checked: n > 1 }), el("details", {}, el("summary"))));
      draw(0, "drawn");
      const [written, box] = host.querySelectorAll("input");
      written.value = "by hand";
      host.querySelector("details").open = true;
      draw(1, "drawn");
      const kept = [written.value, host.querySelector("details").open];
      draw(2, "drawn anew");
      return [...kept, written.value, box.checked, written.isConnected];
    }""")

    assert told == ["by hand", True, "drawn anew", True, True]


async def test_twenty_thousand_trees_drawn_over_each_other_are_as_drawn_afresh(page: Page) -> None:
    assert await page.evaluate(DRAW_TREES, TREES) == []


async def test_a_redraw_of_many_rows_makes_only_the_row_that_is_new(page: Page) -> None:
    made = await page.evaluate(
        f"""(count) => {{
      {COUNT_ELEMENTS}
      const row = (n) => el("button", {{ key: n }}, el("span", {{}}, `row ${{n}}`));
      const draw = (first) =>
        fill(host, ...Array.from({{ length: count }}, (_, i) => row(first + i)).reverse());
      const counts = [0, 0, 1].map((first) => {{
        window.born = 0;
        draw(first);
        return window.born;
      }});
      return [counts, host.firstChild.textContent, host.childElementCount];
    }}""",
        ROWS,
    )

    assert made == [[2 * ROWS, 0, 2], f"row {ROWS}", ROWS]


async def test_a_step_of_the_replay_makes_few_elements(crowd: Crowd, server: ServerProcess) -> None:
    laid = await laid_out(server, *PLAYED)
    ann = await crowd.come(laid.path, token=laid.red)
    await ann.is_in_a_game()
    await ann.page.keyboard.press("f")  # fetches what keys do
    await expect(ann.page.locator(".pbar.mine b.cut")).to_have_text("You")
    await ann.page.wait_for_load_state("networkidle")  # what is fetched later is drawn
    await ann.page.evaluate(f"() => {{ {COUNT_ELEMENTS} }}")

    for ply in range(len(PLAYED) - 1, 0, -1):
        await ann.page.evaluate("window.born = 0")
        await ann.page.keyboard.press("ArrowLeft")
        now = ann.page.locator(".moves button[aria-current]")
        await expect(now).to_have_attribute("aria-label", re.compile(f"^Move {(ply + 1) // 2}, "))
        assert await ann.page.evaluate("window.born") <= STEP_ELEMENTS, ply


async def test_one_row_that_goes_elsewhere_is_the_only_one_that_is_moved(page: Page) -> None:
    told = await page.evaluate("""() => {
      const draw = (keys) => fill(host, ...[...keys].map((key) => el("i", { key }, key)));
      const seen = new MutationObserver(() => {});
      seen.observe(host, { childList: true });
      return ["abcd", "bcda", "abcd", "acbd"].map((keys) => {
        draw(keys);
        const moved = seen.takeRecords().flatMap(({ addedNodes }) => [...addedNodes]);
        return [host.textContent, moved.length];
      });
    }""")

    assert told == [["abcd", 4], ["bcda", 1], ["abcd", 1], ["acbd", 1]]


async def test_whoever_holds_an_element_goes_on_holding_it(page: Page) -> None:
    told = await page.evaluate("""() => {
      const count = made(el("b", {}, "0"));
      const box = made(el("input", { value: "drawn" }));
      box.value = "set";
      const draw = (n) => fill(host, el("p", { key: "p", class: `c${n}` }, `${n}: `, count), box);
      draw(1);
      draw(2);
      fill(count, "2");
      return [host.textContent, host.contains(count), box.value, box.isConnected];
    }""")

    assert told == ["2: 2", True, "set", True]


async def test_a_field_under_the_caret_is_emptied_when_it_is_drawn_empty(page: Page) -> None:
    told = await page.evaluate("""() => {
      const draw = (value) => fill(host, el("input", { value }));
      draw("a");
      host.firstChild.focus();
      host.firstChild.value = "by hand";
      draw("a");
      const kept = host.firstChild.value;
      draw("");
      return [kept, host.firstChild.value, document.activeElement === host.firstChild];
    }""")

    assert told == ["by hand", "", True]


async def test_what_a_translator_has_put_into_a_page_is_drawn_anew(page: Page) -> None:
    told = await page.evaluate("""() => {
      const draw = (n) => fill(host, el("p", {}, `text ${n}`, el("b", {}, "bold")));
      draw(1);
      const font = document.createElement("font");
      const [text] = host.firstChild.childNodes;
      text.replaceWith(font);
      font.append("translated");
      draw(2);
      return host.innerHTML;
    }""")

    assert told == "<p>text 2<b>bold</b></p>"


async def press_and_release(target: Locator, between: AsyncIterator[None]) -> None:
    """A press by a finger that does not hurry."""
    mouse = target.page.mouse
    await target.hover()
    await mouse.down()
    async for _ in between:
        pass
    await mouse.up()


async def coming_and_going(guest: Guest, pool: str, seen: Locator) -> AsyncIterator[None]:
    """Somebody looks for an opponent in a pool and lets it be, and each time the other sees it."""
    theirs = guest.page.get_by_role("button", name=re.compile(f"^{re.escape(pool)} "))
    for waits in (True, False):
        await theirs.click()
        await expect(seen).to_contain_text("1 waiting" if waits else "nobody yet")
        yield


async def test_no_press_is_lost_while_the_lobby_changes_under_the_finger(crowd: Crowd) -> None:
    ann, ben = await crowd.come(), await crowd.come()
    changing = ann.page.get_by_role("button", name=re.compile(r"^15\+10 "))
    pressed = ann.page.get_by_role("button", name=re.compile(r"^10\+5 "))

    for is_in in (True, False):
        await press_and_release(pressed, coming_and_going(ben, "15+10", changing))
        await expect(pressed).to_have_attribute("aria-pressed", str(is_in).lower())
        await expect(pressed).to_be_focused()
    await press_and_release(changing, coming_and_going(ben, "15+10", changing))
    await expect(changing).to_have_attribute("aria-pressed", "true")
    await changing.click()
    await expect(changing).to_have_attribute("aria-pressed", "false")


async def test_a_name_that_is_being_composed_survives_what_happens_in_the_lobby(
    crowd: Crowd,
) -> None:
    ann, ben = await crowd.come(), await crowd.come()
    changing = ann.page.get_by_role("button", name=re.compile(r"^15\+10 "))
    await ann.press("Challenge a player")
    name = ann.page.get_by_role("textbox", name="Name of the player")
    await name.click()
    hands = await ann.context.new_cdp_session(ann.page)
    composed = {"text": "xiang", "selectionStart": 5, "selectionEnd": 5}

    await hands.send("Input.imeSetComposition", composed)
    async for _ in coming_and_going(ben, "15+10", changing):
        await expect(name).to_be_focused()
        await expect(name).to_have_value("xiang")
    await hands.send("Input.insertText", {"text": "象棋"})

    await expect(name).to_have_value("象棋")
