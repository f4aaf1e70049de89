export interface Flag {
  /** `maybe`: with or without a value. A `list` is given once for each item. */
  readonly kind: "text" | "time" | "number" | "boolean" | "list" | "object" | "maybe"
  readonly description: string
  /** What it is for in less than 50 columns, where the beginning of the description does not say that. */
  readonly brief?: string
  /** What the help calls the value; the default depends on the kind. */
  readonly value?: string
  readonly short?: string
  /** For a `boolean`: `--no-name` has a use of its own, so the help shows it too. */
  readonly isEither?: boolean
  /** For a `list`: `a,b` is two items. One with choices is always split so. */
  readonly splits?: boolean
  /** For a `text`: it belongs to the value of this list flag before it, and has the same place in a list of its own. */
  readonly of?: string
  readonly choices?: readonly string[]
  /** For a `maybe`, and for a `boolean` that may have a value: whether the next word is its value. */
  accepts?(text: string): boolean
  /** For a `boolean`: what an error says of a value that it cannot have, and what to write instead. */
  readonly refusal?: { readonly detail: string; readonly hint: string }
}

/** By name, without the dashes, in kebab-case. */
export type Flags = Readonly<Record<string, Flag>>

/** What a command takes without a flag. */
export interface Positional {
  readonly name: string
  readonly optional?: boolean
  /** It may be given several times; positionals after it take the last words. */
  readonly isMany?: boolean
  /** It is a sentence or a part of one, so its words may come without quotes. */
  readonly isText?: boolean
  /** What completions offer. */
  readonly choices?: readonly string[] | undefined
  /** Only what completions call gives it, so the help is silent about it. */
  readonly isHidden?: boolean
}
