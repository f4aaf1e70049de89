import { useMemo } from "preact/hooks"
import { isMe, isSameName, nameKey } from "../../domain/wire/names.ts"
import { useApp } from "../state/context.ts"
import type { State } from "../state/state.ts"
import { byName } from "../words/format.ts"
import { rank } from "../words/rank.ts"
import { Avatar } from "./avatar.tsx"
import type { ListOption } from "./option-list.tsx"
import type { Choices } from "./select.tsx"

/** Where the options of a field come from. */
export interface OptionSource {
  /** Those that fit what was typed, best first. */
  options(): readonly ListOption[]
  /** The value that a text means; null if it is unknown. */
  valueOf(text: string): string | null
  /** Where an unknown text may become a value: how that is said, and how it becomes known. */
  readonly makes?: { say(text: string): string; add(text: string): void }
  /** What is said below the options. */
  readonly said?: string
}

export type UseSource = (typed: string) => OptionSource

/** The team, with me first. */
export const useAgents: UseSource = (typed) => {
  const { agents, name: me, added } = useApp().store.state
  const all = useMemo(() => agentOptions(agents, me, added.agent), [agents, me, added])
  const { valueOf, ...source } = useMade("agent", all, typed)
  return { ...source, valueOf: (text) => (isMe(text) ? me : valueOf(text)) }
}

/** The team, of which nobody is made. */
export const useKnownAgents: UseSource = (typed) => {
  const { agents, name } = useApp().store.state
  return sourceOf(agentOptions(agents, name, []), typed)
}

/** The agents that are known and those of the other names that are not, with me first. */
export function agentOptions(agents: State["agents"], me: string | null, more: readonly string[]) {
  const known = [...agents.values()]
  const others = more.filter((name) => !known.some((each) => isSameName(each.name, name)))
  return [...known, ...others.map((name) => ({ name, role: null }))]
    .map(({ name, role }) => agentOption(name, isSameName(name, me) ? "you" : role))
    .sort((a, b) => byName(a.name, b.name))
    .sort((a, b) => Number(isSameName(b.value, me)) - Number(isSameName(a.value, me)))
}

/** The projects of the tasks that the page knows. */
export const useProjects: UseSource = (typed) => {
  const { tasks, added } = useApp().store.state
  const all = useMemo(() => {
    const names = new Set([...Array.from(tasks.values(), ({ project }) => project), ...added.project])
    names.delete("default")
    return [...names].map((name) => ({ value: name, name })).sort((a, b) => byName(a.name, b.name))
  }, [tasks, added])
  return useMade("project", all, typed)
}

/** How a list offers to make a name known. */
export const sayNew = (name: string, kind: keyof State["added"]) => `Add “${name}” as a new ${kind}`

/** A few choices. */
export const choicesFrom =
  (choices: Choices): UseSource =>
  (typed) =>
    sourceOf(
      choices.map(([value, name]) => ({ value, name })),
      typed,
    )

/** Options that are all known. */
export const sourceOf = (all: readonly ListOption[], typed: string): OptionSource => ({
  options: () => rank(all, typed),
  valueOf(text) {
    const key = nameKey(text.trim())
    return all.find(({ name, value }) => nameKey(name) === key || nameKey(value) === key)?.value ?? null
  },
})

// --- internal ---

/** Names may have signs in them, behind which a word begins too. */
const agentOption = (name: string, hint: string | null) => ({
  value: name,
  name,
  also: `${hint ?? ""} ${name.replace(/\p{P}/gu, " ")}`,
  hint: hint ?? undefined,
  icon: <Avatar name={name} isBeside />,
})

/** Names that may be new. A list or a sentence is not taken for one. */
function useMade(kind: keyof State["added"], all: readonly ListOption[], typed: string): OptionSource {
  const { store } = useApp()
  const source = sourceOf(all, typed)
  if (/[,;]|(?:\S+\s+){3}\S/.test(typed)) return source
  return {
    ...source,
    makes: {
      say: (text) => sayNew(text, kind),
      add(text) {
        const { added } = store.state
        store.set({ added: { ...added, [kind]: [...added[kind], text] } })
      },
    },
  }
}
