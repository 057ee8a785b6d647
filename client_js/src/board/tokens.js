/** Where a page of another site sets none of our custom properties, they begin with our values. */

/** @param {string[]} missing the properties that the page does not set @param {string} text of the sheet that sets them */
export function register(missing, text) {
  const tokens = new CSSStyleSheet();
  tokens.replaceSync(text);
  /** @type {Map<string, string>} */
  const values = new Map();
  for (const rule of rulesOf(tokens)) {
    if (!rule.selectorText.includes(":root")) continue;
    for (const name of missing) if (rule.style.getPropertyValue(name)) values.set(name, rule.style.getPropertyValue(name).trim());
  }
  for (const [name, initialValue] of values) {
    try {
      CSS.registerProperty({ name, syntax: "*", inherits: true, initialValue });
    } catch {
      // The page has registered this name itself: what it says of it holds, and the board is drawn.
    }
  }
}

/** The rules of a sheet that hold here. @param {CSSStyleSheet | CSSMediaRule} sheet @returns {CSSStyleRule[]} */
const rulesOf = ({ cssRules }) =>
  [...cssRules].flatMap((rule) => {
    if (rule instanceof CSSMediaRule) return matchMedia(rule.conditionText).matches ? rulesOf(rule) : [];
    return rule instanceof CSSStyleRule ? [rule] : [];
  });
