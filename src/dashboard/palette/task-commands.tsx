import { isSameName } from "../../domain/wire/names.ts"
import { statuses } from "../../domain/wire/enums.ts"
import type { TaskView } from "../api/types.ts"
import { Avatar } from "../components/avatar.tsx"
import { Icon, StatusIcon } from "../components/icons.tsx"
import { whyNot } from "../state/access.ts"
import type { App } from "../state/context.ts"
import type { State } from "../state/state.ts"
import type { Store } from "../state/store.ts"
import { offeredMoves, statusNames } from "../words/move-words.ts"
import { done, type PaletteChoice, type PaletteStep } from "./choice.ts"

/** The tasks that a command is about: those selected, else the open one, else the one that had the focus. */
export function subjectOf({ selected, open, tasks }: State, focused: string | undefined): readonly string[] {
  if (selected.size > 0) return [...selected]
  const one = open?.task?.id ?? focused
  return one !== undefined && (tasks.has(one) || one === open?.task?.id) ? [one] : []
}

/** Assigns and moves. Where it is not clear which task is meant, that is asked first. */
export function taskCommands(app: App, subject: readonly string[]): PaletteChoice[] {
  const [what] = subject.length === 1 ? subject : [subject.length > 1 ? `${subject.length} tasks` : "a task"]
  const command = (
    verb: string,
    next: (app: App, ids: readonly string[]) => PaletteStep | null,
  ): PaletteChoice["choose"] =>
    subject.length > 0 ? () => next(app, subject) : () => askTask(app, verb, next)
  return [
    {
      name: `Assign ${what} to…`,
      also: "give hand owner assignee",
      icon: <Icon name="user" />,
      choose: command("Assign", assign),
    },
    {
      name: `Move ${what} to…`,
      also: "status state start block finish done reopen cancel",
      icon: <Icon name="board" />,
      choose: command("Move", move),
    },
    subject.length <= 1 &&
      whyNot(app.store.state, "task.delete") === null && {
        name: `Delete ${what}…`,
        also: "remove trash bin",
        icon: <Icon name="trash" />,
        keys: "Delete",
        choose: command("Delete", remove),
      },
  ].filter((each) => each !== false)
}

// --- internal ---

function askTask(
  app: App,
  verb: string,
  next: (app: App, ids: readonly string[]) => PaletteStep | null,
): PaletteStep {
  return {
    title: `${verb} which task?`,
    placeholder: "Words from the task, or its number",
    choices: () => [],
    onTask(task) {
      app.store.dispatch({ type: "found", tasks: [task] })
      return next(app, [task.id])
    },
  }
}

function assign({ store, actions }: App, ids: readonly string[]): PaletteStep {
  return {
    title: `Assign ${wordsFor(ids)} to`,
    placeholder: "A name",
    choices() {
      const { agents, name: me } = store.state
      const choiceOf = (name: string, text: string, hint?: string | null): PaletteChoice => ({
        name: text,
        also: hint ?? "",
        hint: hint ?? undefined,
        icon: <Avatar name={name} isBeside />,
        choose: done(() => {
          know(store, ids)
          void actions.editAll(ids, () => ({ assignee: name }))
        }),
      })
      const others = [...agents.values()].filter(({ name }) => !isSameName(name, me))
      return [
        ...(me === null ? [] : [choiceOf(me, me, "you")]),
        choiceOf("unassigned", "Nobody", "unassign"),
        ...others.map(({ name, role }) => choiceOf(name, name, role)),
      ]
    },
  }
}

/** Asks before, once the palette is closed. */
function remove({ store }: App, [id]: readonly string[]): null {
  if (id !== undefined) store.set({ deleting: id })
  return null
}

function move({ store, actions }: App, ids: readonly string[]): PaletteStep {
  return {
    title: `Move ${wordsFor(ids)} to`,
    placeholder: "A status",
    choices() {
      const [one] = ids
      const task = taskOf(store.state, one)
      const offered = ids.length === 1 && task ? offeredMoves(task) : statuses
      return offered.map((status) => ({
        name: statusNames[status],
        icon: <StatusIcon status={status} />,
        choose: done(() => {
          know(store, ids)
          if (ids.length === 1 && one !== undefined) void actions.move(one, status)
          else void actions.editAll(ids, () => ({ status }))
        }),
      }))
    },
  }
}

function wordsFor(ids: readonly string[]): string {
  return ids.length === 1 ? (ids[0] ?? "") : `${ids.length} tasks`
}

function taskOf({ tasks, open }: State, id: string | undefined): TaskView | undefined {
  return tasks.get(id ?? "") ?? (open?.id === id ? (open?.task ?? undefined) : undefined)
}

/** The board has not loaded all closed tasks. One that is changed has to be known to it. */
function know({ state, dispatch }: Store, ids: readonly string[]): void {
  dispatch({ type: "found", tasks: ids.flatMap((id) => taskOf(state, id) ?? []) })
}
