import { expect, test } from "vitest"
import { clean, shown } from "../../../src/domain/wire/clean-text.ts"

test("what nobody sees, and what a terminal obeys, is shown as what it is", () => {
  const odd =
    "\r|\u001b|\u0007|\u009b|\u00ad|\u061c|\u115f|\u200b|\u200d|\u200e|\u2028|\u202e|\u2060|\u2066|\u3164|\u2800|\u1160|\uffa0"
  for (const char of [
    ...odd.split("|"),
    "\ufeff",
    "\ufe0f",
    "\ufff9",
    "\u{e0041}",
    "\u{e0100}",
    "\u{1d159}",
    "\u{13441}",
    "\ud800",
  ]) {
    const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")
    expect(shown(`a${char}b`)).toBe(`a<U+${code}>b`)
  }
  expect(clean("a\r\nb\rc \u001b[31mred\u001b[0m")).toBe("a\nb<U+000D>c red")
  expect(shown("a\r\n\u001b[8mb")).toBe("a<U+000D>\n<U+001B>[8mb")
})

test("what people write stays as it is", () => {
  const texts = [
    "a\n\tb é ü\u00a0!",
    "⠓⠊\u2800⠍⠑",
    "日本語 葛\u{e0100}",
    "می\u200cخواهم",
    "क\u094d\u200dष",
    "👩\u200d💻 👍🏽 ❤\ufe0f 1\ufe0f\u20e3",
  ]
  for (const text of [...texts, "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"]) {
    expect(shown(text)).toBe(text)
    expect(clean(text)).toBe(text)
  }
})
