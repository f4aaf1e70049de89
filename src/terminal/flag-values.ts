import { fail } from "../errors.ts"
import { parseJsonObject } from "../machine/text.ts"
import { priorityMeant, statusesNamed } from "../domain/wire/words.ts"
import { nearest } from "../nearest.ts"
import { valuesOfFlags } from "./field-words.ts"
import type { Flag } from "./flag.ts"

/** No choice has a comma, so `doing,review` is two of them. Other texts may have one, where the flag does not split. */
export function partsOf({ choices, splits }: Flag, text: string | undefined): (string | undefined)[] {
  if (text === undefined || (choices === undefined && splits !== true)) return [text]
  const parts = text.split(",").map((part) => part.trim())
  if (choices !== undefined) return parts.flatMap((part) => meantChoices(part, choices))
  const named = parts.filter((part) => part !== "")
  return named.length === 0 ? [text] : named
}

/** The value of the flag `key`. Throws `invalid_input` for a text that it cannot have. */
export function parseValue(key: string, flag: Flag, text: string | undefined): unknown {
  const { kind, choices, refusal } = flag
  if (kind === "boolean") {
    if (text === undefined || ["true", "1", "yes"].includes(text)) return true
    if (["false", "0", "no"].includes(text)) return false
    if (flag.accepts) return text
    if (refusal) return fail("invalid_input", refusal)
    return fail("invalid_input", {
      detail: `--${key} must be true or false, not ${JSON.stringify(text)}.`,
      hint: `For true, write --${key} alone; for false, write --${key}=false.`,
    })
  }
  if (text === undefined) {
    if (kind === "maybe") return true
    return fail("invalid_input", {
      detail: `--${key} needs a value: --${key} <${valueName(key, flag)}>.`,
      hint:
        (choices && `--${key} takes ${choices.join(", ")}.`) ??
        meaning(key, flag) ??
        `Write the value after the flag; if the value begins with --, write --${key}=<value>.`,
    })
  }
  if (kind === "number") {
    if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
    return fail("invalid_input", {
      detail: `--${key} must be a number, not ${JSON.stringify(text)}.`,
      hint: meaning(key, flag) ?? `Use digits, for example --${key} 10.`,
    })
  }
  if (choices && !choices.includes(text)) {
    const [named = text, ...others] = meantChoices(text, choices)
    if (others.length === 0 && choices.includes(named)) return named
    const meant = nearest(text, choices)
    const several = [named, ...others].join(" or ")
    const wish = others.length > 0 ? ` Did you mean ${several}?` : meant ? ` Did you mean ${meant}?` : ""
    return fail("invalid_input", {
      detail: `--${key} must be one of ${choices.join(", ")}, not ${JSON.stringify(text)}.${wish}`,
      hint:
        text === "json" && choices.includes("id")
          ? "Write --json."
          : key === "format" && text === "csv" && choices.includes("id")
            ? "`upnext export --format csv` prints tasks as CSV."
            : `Write --${key} ${meant ?? choices[0] ?? ""}${meant ? "" : ", or another of these"}.`,
    })
  }
  return kind === "object" ? parseObject(key, text) : text
}

/** The name of the value of the flag `key` in help and errors; empty for a flag without one. */
export function valueName(key: string, { kind, value, choices = [], accepts }: Flag): string {
  const has = (flags: string) => flags.split(" ").includes(key)
  const takesValue = kind !== "boolean" || accepts !== undefined
  const named = takesValue ? Object.entries(valuesOfFlags).find(([, flags]) => has(flags)) : undefined
  const short = choices.join("|")
  return value ?? named?.[0] ?? (short.length > 0 && short.length <= longest ? short : valueNames[kind])
}

// --- internal ---

/** The most columns for choices in place of a name. */
const longest = 24

const valueNames = {
  text: "text",
  time: "time",
  number: "number",
  boolean: "",
  list: "text",
  object: "json",
  maybe: "value",
} as const satisfies Record<Flag["kind"], string>

/** Statuses and priorities by other words for them; any other text as it is. */
function meantChoices(text: string, choices: readonly string[]): readonly string[] {
  if (choices.includes(text)) return [text]
  const meant = [...statusesNamed(text), priorityMeant(text) ?? ""].filter((each) => choices.includes(each))
  return meant.length === 0 ? [text] : meant
}

function parseObject(key: string, text: string): unknown {
  if (text === "-") return text
  try {
    return parseJsonObject(text)
  } catch (cause) {
    if (cause instanceof TypeError)
      return fail("invalid_input", {
        detail: `--${key} takes a JSON object, such as '{"key": "value"}'.`,
        hint: "Put braces around it to make it an object.",
      })
    return fail("invalid_input", {
      detail: `--${key} is not valid JSON: ${(cause as Error).message}.`,
      hint: `Quote the whole object for the shell: --${key} '{"key": "value"}'. --${key} - reads it from standard input.`,
      cause,
    })
  }
}

/** What the help says about a flag; undefined if it says nothing. */
function meaning(key: string, { description }: Flag): string | undefined {
  return description === "" ? undefined : `--${key}: ${description}.`
}
