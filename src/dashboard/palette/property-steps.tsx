import { boardNow } from "../../client/board-clock.ts"
import { statuses } from "../../domain/wire/enums.ts"
import { isSameName } from "../../domain/wire/names.ts"
import type { Changes, TaskView } from "../api/types.ts"
import { offersOf } from "../board/filter-offers.ts"
import { Avatar } from "../components/avatar.tsx"
import { Icon, PriorityIcon, priorityChoices, StatusIcon } from "../components/icons.tsx"
import { agentOptions, sayNew } from "../components/sources.tsx"
import { hasNoFocus } from "../page/keys.ts"
import type { App } from "../state/context.ts"
import type { State } from "../state/state.ts"
import { dueDays, readDue } from "../words/due-days.ts"
import { moment } from "../words/format.ts"
import { offeredMoves, statusNames } from "../words/move-words.ts"
import { propertyKeys, type KeyedProperty } from "../words/property-keys.ts"
import { currentHint, done, type PaletteChoice, type PaletteStep } from "./choice.tsx"

/** Asks what a property of some tasks is set to. */
export function askProperty(app: App, property: KeyedProperty, ids: readonly string[]): PaletteStep {
  const what = ids.length === 1 ? (ids[0] ?? "") : `${ids.length.toLocaleString()} tasks`
  return { title: propertyKeys[property].name(what).replace("…", ""), ...steps[property](app, ids) }
}

export function taskOf({ tasks, open }: State, id: string | undefined): TaskView | undefined {
  return tasks.get(id ?? "") ?? (open?.id === id ? (open?.task ?? undefined) : undefined)
}

/** Changes the tasks, and gives the focus back to the card, which may stand elsewhere now. */
export function setting(
  app: App,
  ids: readonly string[],
  toChanges: (task: TaskView) => Changes,
): () => null {
  return done(() => void withFocus(app, ids, () => app.actions.editAll(ids, toChanges)))
}

// --- internal ---

type UntitledStep = Omit<PaletteStep, "title">

const steps: Readonly<Record<KeyedProperty, (app: App, ids: readonly string[]) => UntitledStep>> = {
  assignee: askAssignee,
  status: askStatus,
  priority: askPriority,
  tags: askTags,
  dueAt: askDue,
  parent: askParent,
  blockedBy: askBlockers,
}

async function withFocus({ store }: App, ids: readonly string[], work: () => Promise<void>): Promise<void> {
  // The board has not loaded all closed tasks. One that is changed has to be known to it.
  store.dispatch({ type: "found", tasks: ids.flatMap((id) => taskOf(store.state, id) ?? []) })
  await work()
  if (hasNoFocus() && ids.length === 1) store.set({ wanted: ids[0] ?? null })
}

/** What the tasks have in common; undefined where they differ. */
function shared<T>({ store }: App, ids: readonly string[], of: (task: TaskView) => T): T | undefined {
  const values = new Set(ids.map((id) => taskOf(store.state, id)).map((task) => task && of(task)))
  return values.size === 1 ? [...values][0] : undefined
}

function askAssignee(app: App, ids: readonly string[]): UntitledStep {
  const { store } = app
  const me = store.state.name
  const known = () => {
    const { agents, added } = store.state
    return agentOptions(agents, me, me === null ? added.agent : [me, ...added.agent])
  }
  const to = (name: string) => setting(app, ids, () => ({ assignee: name }))
  return {
    placeholder: "A name",
    choices() {
      const icon = <Avatar name="unassigned" isBeside />
      const nobody = { name: "Nobody", also: "unassign", icon, choose: to("unassigned") }
      const agents = known().map((option): PaletteChoice => ({ ...option, choose: to(option.value) }))
      return agents.toSpliced(me === null ? 0 : 1, 0, nobody)
    },
    typed(text) {
      if (known().some(({ name }) => isSameName(name, text))) return []
      return [{ name: sayNew(text, "agent"), icon: <Icon name="plus" />, choose: to(text) }]
    },
  }
}

function askStatus(app: App, ids: readonly string[]): UntitledStep {
  const { store, actions } = app
  return {
    placeholder: "A status",
    choices() {
      const [one = ""] = ids
      const task = taskOf(store.state, one)
      const offered = ids.length === 1 && task ? offeredMoves(task) : statuses
      return offered.map((status) => ({
        name: statusNames[status],
        // The stored name, which the command line uses.
        also: status,
        icon: <StatusIcon status={status} />,
        choose:
          ids.length === 1
            ? done(() => void withFocus(app, ids, () => actions.move(one, status)))
            : setting(app, ids, () => ({ status })),
      }))
    },
  }
}

function askPriority(app: App, ids: readonly string[]): UntitledStep {
  const now = shared(app, ids, (task) => task.priority)
  return {
    placeholder: "A priority",
    choices: () =>
      priorityChoices.map(([priority, name]) => ({
        name,
        also: priority.slice(1),
        hint: priority === now ? currentHint : undefined,
        icon: <PriorityIcon priority={priority} />,
        choose: setting(app, ids, () => ({ priority })),
      })),
  }
}

function askTags(app: App, ids: readonly string[]): UntitledStep {
  const known = offersOf(app.store.state.tasks).tag.map(([tag]) => tag)
  const isOn = (tag: string) => shared(app, ids, ({ tags }) => tags.includes(tag)) === true
  const toggle = (tag: string) => {
    const isGoing = isOn(tag)
    return setting(app, ids, ({ tags }) => ({
      tags: isGoing ? tags.filter((each) => each !== tag) : [...new Set([...tags, tag])],
    }))
  }
  const icon = <Icon name="tag" />
  return {
    placeholder: "A tag",
    choices: () =>
      known
        .map((tag) => ({ name: tag, hint: isOn(tag) ? "remove" : undefined, icon, choose: toggle(tag) }))
        .toSorted((a, b) => Number(b.hint !== undefined) - Number(a.hint !== undefined)),
    typed: (text) =>
      known.includes(text)
        ? []
        : [{ name: `Add the new tag “${text}”`, icon: <Icon name="plus" />, choose: toggle(text) }],
  }
}

function askDue(app: App, ids: readonly string[]): UntitledStep {
  const due = shared(app, ids, ({ dueAt }) => dueAt)
  const choiceOf = (name: string, iso: string | null): PaletteChoice => ({
    name,
    hint: iso === due ? currentHint : iso === null ? undefined : moment(iso),
    icon: <Icon name={iso === null ? "close" : "clock"} />,
    choose: setting(app, ids, () => ({ dueAt: iso })),
  })
  return {
    placeholder: "A day, such as fri or 2026-12-05, or a time from now, such as 3d",
    choices: () => [
      ...dueDays(boardNow()).map(([name, iso]) => choiceOf(name, iso)),
      choiceOf("No due date", null),
    ],
    typed(text) {
      const iso = readDue(text, boardNow())
      return iso === null ? [] : [choiceOf(text, iso)]
    },
  }
}

function askParent(app: App, ids: readonly string[]): UntitledStep {
  const to = (parent: string | null) => setting(app, ids, () => ({ parent }))
  const isFree = shared(app, ids, ({ parent }) => parent) === null
  return {
    placeholder: "Words from the parent, or its number",
    choices: () => (isFree ? [] : [{ name: "No parent", icon: <Icon name="close" />, choose: to(null) }]),
    onTask: ({ id }) => to(id)(),
  }
}

function askBlockers(app: App, ids: readonly string[]): UntitledStep {
  const { state } = app.store
  const held = [...new Set(ids.flatMap((id) => taskOf(state, id)?.blockedBy ?? []))]
  const without = (blocker: string) =>
    setting(app, ids, ({ blockedBy }) => ({ blockedBy: blockedBy.filter((id) => id !== blocker) }))
  return {
    placeholder: "A task that must be done first",
    choices: () =>
      held.map((id) => ({
        name: `Stop waiting for ${id}`,
        hint: taskOf(state, id)?.title,
        icon: <Icon name="close" />,
        choose: without(id),
      })),
    onTask: ({ id }) =>
      setting(app, ids, ({ blockedBy }) => ({ blockedBy: [...new Set([...blockedBy, id])] }))(),
  }
}
