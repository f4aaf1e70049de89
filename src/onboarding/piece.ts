import type { Json } from "../domain/wire/metadata.ts"

/** A block between two marker lines, at the end of a file where it is new. `text` is without the markers. */
export interface BlockForm {
  readonly kind: "block"
  readonly marks: "markdown" | "toml"
  readonly text: string
  /** In TOML: the table that the block defines, which may not be there already. */
  readonly table?: readonly string[]
}

/** A property of a JSON document with comments, such as `mcpServers.upnext`. */
export interface EntryForm {
  readonly kind: "entry"
  readonly at: readonly string[]
  readonly value: Json
  /** What a file that is made for it holds besides. */
  readonly besides?: Readonly<Record<string, Json>>
  /** Who reads the document, and plain JSON only, such as "Claude Code reads". */
  readonly plainFor?: string
}

/** An element of an array in such a document. */
export interface ItemForm {
  readonly kind: "item"
  readonly at: readonly string[]
  readonly value: Json
  readonly besides?: Readonly<Record<string, Json>>
  readonly plainFor?: string
  /** An element that contains this text is ours, or was. */
  readonly sign: string
}

/** A file that is ours alone. */
export interface WholeForm {
  readonly kind: "whole"
  readonly text: string
}

export type Form = BlockForm | EntryForm | ItemForm | WholeForm

/** One thing that is written into one file of the repository. */
export interface Piece {
  /** Below the root of the repository, with `/`. */
  readonly path: string
  readonly form: Form
}

/** How a piece was put in, so that it can be taken out without a trace. */
export interface Trace {
  /** Of a block: the line breaks before it. Of a JSON child: what follows it, where it was the first of its parent. */
  readonly space?: string
  /** Of a JSON child: how many of its parents were there before. */
  readonly depth?: number
}

/** What a file says about a piece. `current` is comparable with `wanted` of the form. */
export type Sight =
  | { readonly state: "missing" }
  | { readonly state: "found"; readonly current: string }
  /** The file is not what it should be, so nothing can be put in. `without` is the text without what is wrong. */
  | { readonly state: "broken"; readonly why: string; readonly without?: string }
  /** Something of somebody else is in the way. `without` is the text without it, where that can be said. */
  | { readonly state: "foreign"; readonly why: string; readonly without?: string }

/** How one form is read and written. All of it is pure; line breaks in a text are those of the file. */
export interface Handling<F extends Form> {
  /** The form's own content, as `Sight.current` shows it. */
  wanted(form: F): string
  look(text: string, form: F): Sight
  /** `text` is undefined or blank where the file is to be made. */
  put(text: string | undefined, form: F, eol: string): { readonly text: string; readonly trace: Trace }
  /** Puts the new content where the old one is. */
  replace(text: string, form: F, eol: string): string
  take(text: string, form: F, trace: Trace): string
  /** True if nothing but the frame of a file made for it is left. */
  isBare(text: string, form: F): boolean
}
