import type * as z from "zod"
import type { AccessRole } from "../wire/access/access.ts"
import type { shownForms, storedForms } from "./forms.ts"

/**
 * A kind of event: everything that is known of it without the board. What it changes there is its row in `evolve/`. StoredForms
 * are named, and made in `forms.ts`, so that a start loads no schema. `?`: it may be left out.
 */
export interface EventKind<S extends StoredRow = StoredRow, T extends Takes = Takes> {
  /** What happened, in a sentence. */
  readonly summary: string
  /** As it stands in the log, beside its type. With a `task` it is about that task. */
  readonly stored: S
  /** What `data` of the public event holds. It must not change; the stored form may hold more, and may change. */
  readonly shown: Readonly<Record<string, ShownForm | readonly [form: ShownForm, about: string]>>
  /** The shown fields that are no stored ones of the same name. */
  show?(event: Stored<S>): Readonly<Record<string, unknown>>
  /** What was said with it, as the history of its task shows it. */
  said?(event: Stored<S>): string | null
  /**
   * Whether it can be taken back. `beside`: it comes with one that can, and stays. `no`: nothing that comes with it can be
   * taken back, since work was begun or handed in, or somebody said something or may do something else now. `part`: nor can
   * this, but the end of what it is a part of.
   */
  readonly undo: "yes" | "beside" | "no" | "part"
  readonly takes: T
}

/**
 * Who may cause it, on a board that asks who is there: everybody with the role of the operation, or nobody does by a
 * request (`anyone`); as `rules/permissions.ts` finds (`rule`); or who has a role, with what a lower one may not do.
 */
export type Takes = "anyone" | "rule" | { readonly role: AccessRole; readonly what: string }

type Optional<N extends string> = N | `${N}?`
export type ShownForm = Optional<keyof typeof shownForms>
export type StoredForm = Optional<keyof typeof storedForms>
export type StoredRow = Readonly<Record<string, StoredForm>>

type FormNamed<N extends StoredForm> = N extends keyof typeof storedForms
  ? (typeof storedForms)[N]
  : N extends `${infer B extends keyof typeof storedForms}?`
    ? z.ZodExactOptional<(typeof storedForms)[B]>
    : never

export type StoredForms<S extends StoredRow> = { [F in keyof S]: FormNamed<S[F]> }
type Stored<S extends StoredRow> = z.output<z.ZodObject<StoredForms<S>>>

export function defineEvent<const S extends StoredRow, const T extends Takes>(
  kind: EventKind<S, T>,
): EventKind<S, T> {
  return kind
}

export const takesManage = (what: string) => ({ role: "manage", what }) as const
export const takesAdmin = (what: string) => ({ role: "admin", what }) as const
