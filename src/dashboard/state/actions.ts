import type { LinePlace } from "../../domain/wire/tasks/place.ts"
import { sayAsked, type Decision } from "../../domain/wire/enums.ts"
import { call } from "../api/api.ts"
import type { ApiResult, NewTask } from "../api/types.ts"
import { createEdits } from "./edits.ts"
import type { Toast } from "./state.ts"
import type { Store } from "./store.ts"
import type { createUndo } from "./undo.ts"
import { createWrites, givenUp, undoOf, type Written } from "./writes.ts"

/** What a comment is about: a line of the change, or the question that it answers. */
interface About {
  readonly place?: LinePlace
  readonly answers?: string
}

export type Actions = ReturnType<typeof createActions>

/**
 * All changes that a person can make here. Each asks for their name first, where it is not known yet.
 * @param loadUndo loads how something is taken back, when that is first done
 */
export function createActions(store: Store, loadUndo: () => Promise<typeof createUndo>) {
  const writes = createWrites(store)
  const { change, tell, write } = writes
  let loading: Promise<ReturnType<typeof createUndo> | null> | undefined

  function undoing() {
    return (loading ??= loadUndo().then(
      (create) => create(store, writes),
      () => {
        loading = undefined
        return tell("The server cannot be reached.")
      },
    ))
  }

  /** Changes a task and says what was done. */
  const changeOne = (task: string, work: Parameters<typeof change>[0], said: string) =>
    change(work, (_, undo) => tell(said, { task, undo }))

  /** Anything else that is asked of the server, and changes no task. */
  async function ask<T>(
    work: () => Promise<ApiResult<T>>,
    onDone: (undo: readonly number[], answer: T) => void = () => undefined,
  ): Promise<Written> {
    const result = await write(work)
    if (result === givenUp || "refusal" in result) return result
    onDone(undoOf(result), result.value)
    return null
  }

  return {
    ...writes,
    ...createEdits(store, writes),
    /** Takes back what a message tells of; where there is none that tells of something, what was done last. */
    undo: (asked: Toast | null = null) => void undoing().then((part) => part?.undo(asked)),
    redo: (asked: Toast | null = null) => void undoing().then((part) => part?.redo(asked)),
    create: (task: NewTask) =>
      change(
        () => call("task.create", task),
        ({ id }, undo) => tell(`${id} was created.`, { task: id, undo }),
        true,
      ),
    ask,
    /** @param commit what was looked at */
    review: (id: string, decision: Decision, comment: string, commit?: string) =>
      changeOne(
        id,
        () => sendReview(id, decision, comment, commit),
        decision === "approve" ? `${id} was approved.` : `${id} was sent back for changes.`,
      ),
    retry: (id: string) => changeOne(id, () => call("task.retry", { id }), `${id} can be claimed now.`),
    check: (id: string, criterion: number, checked: boolean) =>
      changeOne(
        id,
        () => call("task.check", { id, criterion, checked }),
        `${id}: criterion ${criterion} is ${checked ? "met" : "open again"}.`,
      ),
    comment: (id: string, content: string, about: About = {}) =>
      ask(
        () => call("task.comment", { id, content, ...about }),
        // A comment on a line is in view.
        () =>
          about.place ||
          tell(`Your ${about.answers === undefined ? "comment" : "answer"} was added to ${id}.`, {
            task: id,
          }),
      ),
    reflect: (id: string, content: string) => ask(() => call("task.reflect", { id, content })),
    async starter(): Promise<Written> {
      const result = await call("team.starter", {})
      return "refusal" in result ? result : null
    },
  }
}

// --- internal ---

async function sendReview(id: string, decision: Decision, comment: string, commit?: string) {
  const said = { ...(comment && { comment }), ...(commit && { commit }) }
  const result = await call("task.review", { id, decision, ...said })
  if ("refusal" in result) return result
  const { task, notes = [] } = result.value
  // The page shows by itself who else was asked.
  const others = notes.filter((note) => note !== sayAsked(task.reviewer ?? "", id))
  return { ...result, value: { task, notes: others } }
}
