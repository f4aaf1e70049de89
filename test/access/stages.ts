import type { AccessRole } from "../../src/domain/wire/access/access.ts"
import type { ErrorCode } from "../../src/errors.ts"
import type { AccessBoard, Member } from "./support.ts"

type Input = Record<string, unknown>

/** What a row of the table is tried on. */
export interface Stage {
  readonly board: AccessBoard
  /** The account whose role is tried. */
  readonly me: Member
  /** An account with the role `work`. */
  readonly bob: Member
  /** The task that the request is about. */
  readonly id: string
}

/** One request, and who may send it. */
export interface Row {
  /** In which way, where an operation has several rows. */
  readonly what?: string
  /** Whose work the task is that it is about. */
  readonly whose?: "own" | "foreign" | "nobody's"
  /** The lowest role that may. */
  readonly from: AccessRole | "nobody"
  /** How a role is refused that the operation itself would take; `not_allowed` if absent. */
  readonly refused?: Partial<Record<AccessRole, ErrorCode>>
  /** Those who may are told that the task does not allow it. */
  readonly state?: ErrorCode
  /** Makes the task. `me` may do anything then. @returns its id */
  given?(stage: Omit<Stage, "id">): Promise<string>
  send?(stage: Stage): Input
}

type Given = Pick<Row, "whose" | "given">
type FieldsOf = (stage: Omit<Stage, "id">) => Input

/** Work that the account holds; `complete`: that it has finished. */
export function own(fields: Input, then?: "complete"): Given {
  return { whose: "own", given: ({ me }) => take(me, fields, then) }
}

/** A task that the account made, and that nobody has begun. */
export function made(fields: Input): Given {
  return { whose: "own", given: ({ me }) => make(me, fields) }
}

/** Work that another account holds, or has finished. */
export function foreign(fields: Input, then?: "complete", more: FieldsOf = () => ({})): Given {
  return { whose: "foreign", given: (stage) => take(stage.bob, { ...fields, ...more(stage) }, then) }
}

/** A task that no account made; `review`: that no account has worked on either. */
export function nobodys(fields: Input, then?: "review"): Given {
  return {
    whose: "nobody's",
    async given({ board }) {
      const { task } = (await board.runHome("task.create", { title: "Nobody's", ...fields })) as Made
      if (then === "review") await board.runHome("task.edit", { id: task.id, status: "review" })
      return task.id
    },
  }
}

export async function make(member: Member, fields: Input = {}): Promise<string> {
  const { task } = (await member.run("task.create", { title: `By ${member.name}`, ...fields })) as Made
  return task.id
}

export async function take(member: Member, fields: Input = {}, then?: "complete"): Promise<string> {
  const id = await make(member, fields)
  await member.run("task.claim", { id, agent: member.name })
  if (then === "complete") await member.run("task.complete", { id })
  return id
}

// --- internal ---

interface Made {
  readonly task: { readonly id: string }
}
