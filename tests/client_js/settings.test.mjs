import assert from "node:assert/strict";
import { test } from "node:test";

import { chosenFrom, settingsFrom } from "../../client_js/src/shell/settings.js";

test("what was not chosen follows from the language", () => {
  /** @param {string} language */
  const of = (language) => settingsFrom({}, [language]);

  assert.deepEqual([of("zh-CN").notation, of("zh-CN").pieces], ["chinese", "simplified"]);
  assert.deepEqual([of("zh-TW").notation, of("zh-TW").pieces], ["chinese", "traditional"]);
  assert.deepEqual([of("vi").notation, of("vi").pieces, of("vi").board], ["wxf", "traditional", "wood"]);
});

test("of a record from elsewhere only settings with values we know are taken", () => {
  const record = { board: "jade", pieces: "gold", volume: 30, sound: false, confirm: "yes", colour: "red" };

  assert.deepEqual(chosenFrom(record), { board: "jade", volume: 30, sound: false });
  assert.deepEqual([chosenFrom(null), chosenFrom({ volume: 101 }), chosenFrom("x")], [{}, {}, {}]);
});
