"""What travels of the client's files says what the files say."""

import json
import subprocess
from pathlib import Path

from xiangqi_server.net.http.minified import minified, minified_code, minified_style
from xiangqi_server.net.http.static import read_tree

CLIENT = Path(__file__).parents[3] / "client_js"
SAME_PROGRAM = """
const ts = require("./node_modules/typescript");
function leavesOf(text) {
  const file = ts.createSourceFile("a.js", text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
  const found = file.parseDiagnostics.map(({ messageText }) => messageText);
  const visit = (node) => {
    const before = found.length;
    ts.forEachChild(node, visit);
    const isLeaf = found.length === before && node.kind !== ts.SyntaxKind.Block;
    const own = isLeaf ? text.slice(ts.skipTrivia(text, node.pos), node.end) : "";
    found.push([node.kind, own].join(" "));
  };
  visit(file);
  return found.join("\\n");
}
const files = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const differ = files.filter(([, source, travels]) => leavesOf(source) !== leavesOf(travels));
console.log(JSON.stringify(differ.map(([name]) => name)));
"""


def test_every_module_is_the_same_program_as_it_travels() -> None:
    modules = {
        name: data for name, data in read_tree(CLIENT / "src").items() if name.endswith(".js")
    }
    files = [(name, data.decode(), minified(name, data).decode()) for name, data in modules.items()]

    told = subprocess.run(
        ["node", "-e", SAME_PROGRAM],
        check=True,
        cwd=CLIENT,
        input=json.dumps(files),
        capture_output=True,
        text=True,
    )

    assert len(files) > 100
    assert json.loads(told.stdout) == []


def test_documentation_does_not_travel() -> None:
    code = """/**
 * Adds.
 */
/** @param {number} a */
const add = (a) => /** @type {number} */ (a) + 1; // "/** why */
const text = "/** kept */" + '/** \\' kept */' + `
/** kept */`;
/* kept */
  if (text) {
    // what isn't said
    add(`
    kept // too`);
  }
const web = "a // b" + /https?:\\/\\//.source;
"""

    assert (
        minified_code(code)
        == """const add=(a)=>(a)+ 1;
const text="/** kept */"+'/** \\' kept */'+`
/** kept */`;/* kept */
if(text){
add(`
    kept // too`);}const web="a // b"+/https?:\\/\\//.source;"""
    )


def test_a_licence_at_the_head_of_a_file_travels() -> None:
    code = "// By somebody, under ISC.\n// Made by hand.\nlet a; // one\n"

    assert minified_code(code) == "// By somebody, under ISC.\n// Made by hand.\nlet a;"


def test_what_stands_in_a_text_or_an_expression_is_kept() -> None:
    code = 'x = y.replace(/", = /g, "a = b") + `${a ? `, ${b} = ` : c({ d: `( ${e} )` })} = `;'

    travels = minified_code(code)

    assert travels == code.replace("x = y", "x=y").replace("/g, ", "/g,").replace(") +", ")+")


def test_a_style_sheet_travels_without_what_only_a_reader_needs() -> None:
    style = """/* How
  it looks */
a:hover > b ,
.c [d="x ; y"] { margin: 0 calc(1px + 2px) ; /* wide */
  content: "/* kept */" ; }
@media (min-width: 2em) and (hover) { a :first-child { color: red } }
"""

    assert minified_style(style) == (
        'a:hover>b,.c [d="x ; y"]{margin:0 calc(1px + 2px);content:"/* kept */"}'
        "@media (min-width:2em) and (hover){a :first-child{color:red}}"
    )


def test_a_table_of_texts_travels_in_one_line() -> None:
    table = '{\n  "a": "b: c",\n  "d": "棋"\n}\n'.encode()

    assert minified("a.json", table) == '{"a":"b: c","d":"棋"}'.encode()
