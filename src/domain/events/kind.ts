import type * as z from "zod"
import type { AccessRole } from "../wire/access/access.ts"
import type { shownForms, storedForms } from "./forms.ts"

/**
 * A kind of event: everything that is known about it without the board. Its effect on the board is defined in
 * `evolve/`. Stored forms are referred to by name and created in `forms.ts`, so that a start does not load any schema.
 * `?`: the field may be left out.
 */
export interface EventKind<S extends StoredRow = StoredRow, T extends Takes = Takes> {
  /** What happened, in a sentence. */
  readonly summary: string
  /** The stored form, next to its type. An event with a `task` is about that task. */
  readonly stored: S
  /** The `data` of the public event. It must not change; the stored form may have more fields and may change. */
  readonly shown: Readonly<Record<string, ShownForm | readonly [form: ShownForm, about: string]>>
  /** The public fields that are not stored fields of the same name. */
  show?(event: Stored<S>): Readonly<Record<string, unknown>>
  /** The text of the event, as the history of its task shows it. */
  said?(event: Stored<S>): string | null
  /**
   * Whether it can be undone. `beside`: it accompanies an event that can be undone, and stays. `no`: no event of its
   * command can be undone, because work was begun, something was said, or permissions changed. `finish`: the same,
   * unless its command finishes the task; then it stays. `part`: this event cannot be undone either, but undoing the
   * whole that it belongs to can end it.
   */
  readonly undo: "yes" | "beside" | "no" | "finish" | "part"
  readonly takes: T
}

/**
 * Who may cause it on a board with authentication: anyone with the role of the operation, or it is never caused by a
 * request (`anyone`); as `rules/permissions.ts` decides (`rule`); or anyone with a role, with the words for what a
 * lower role may not do.
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
