import { fail } from "../../errors.ts"
import type { BoardEvent } from "../events/index.ts"
import type { Fields, Task } from "../board/records.ts"
import type { BoardPolicy } from "../context.ts"
import { isSameName } from "../wire/names.ts"
import type { AccessRole, Identity } from "../wire/access/access.ts"

/** However it gets there, work that has a reviewer becomes done by a decision. */
export function isDecision(event: BoardEvent, task: Task): boolean {
  if (event.type === "task.reviewed") return event.by === undefined
  if (event.type !== "task.moved" && event.type !== "task.put_back") return false
  const to = event.type === "task.moved" ? event.to : event.fields.status
  return to === "done" && (task.status === "review" || task.fields.reviewer !== null)
}

/** Refuses a decision on work that only a person may decide on. @throws not_allowed */
export function requirePerson(task: Task, who: Identity, policy: Pick<BoardPolicy, "reviewers">): void {
  if (who.isPerson === true || !isForPeople(task.fields, policy)) return
  fail("not_allowed", {
    detail: "Only a person may decide on this review, using a person's account.",
    facts: { person: true, role: who.role, ...(who.account !== undefined && { account: who.account }) },
  })
}

/** Whether only a person decides on its review: the task says so, or its project. */
export function isForPeople(
  { metadata, project }: Pick<Fields, "metadata" | "project">,
  { reviewers = {} }: Pick<BoardPolicy, "reviewers">,
): boolean {
  return metadata["reviewers"] === "people" || Object.hasOwn(reviewers, project)
}

/** @param isUndo the decision would result from an undo, whose request does not show it @throws not_allowed */
export function failNotAllowed(who: Identity, what: string, needs: AccessRole, isUndo = false): never {
  const name = who.account === undefined ? "This token" : `The account ${who.account}`
  const mayNot = `${name} has the role ${who.role} and may not`
  fail("not_allowed", {
    detail: isUndo
      ? `To undo this, you must be allowed to ${what}. ${mayNot} do that: it requires the role ${needs}.`
      : `${mayNot} ${what}: that requires the role ${needs}.`,
    facts: { needs, role: who.role, ...(who.account !== undefined && { account: who.account }) },
  })
}

/** Nobody acts as somebody else. */
export function actAs(agent: string, { actor }: { readonly actor: string }): string | undefined {
  return isSameName(agent, actor) ? undefined : `act as ${agent}`
}
