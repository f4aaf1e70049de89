import { useMemo } from "preact/hooks"
import type { ListFilter } from "../../reads/use-counts.ts"
import type { State } from "../../state/state.ts"
import { PickOne } from "../../components/pick-one.tsx"
import { sourceOf } from "../../components/sources.tsx"
import { offersOf } from "../../board/filter-offers.ts"

const scopeKinds = ["project", "agent", "parent"] as const

/** What the numbers are about: everything, or one project, agent or parent. */
export interface FlowScope {
  readonly kind: "all" | (typeof scopeKinds)[number]
  readonly name: string
}

const everything: FlowScope = { kind: "all", name: "" }

/** The scope as the statistics take it. */
export function statsInput({ kind, name }: FlowScope): { project?: string; agent?: string; parent?: string } {
  return kind === "all" ? {} : { [kind]: name }
}

/** The scope as the list of tasks takes it. */
export function listFilter({ kind, name }: FlowScope): ListFilter {
  switch (kind) {
    case "all":
      return {}
    case "project":
      return { project: [name] }
    case "agent":
      return { assignee: [name] }
    case "parent":
      return { parent: name }
  }
}

export function scopeWords({ kind, name }: FlowScope): string {
  return kind === "all" ? "the board" : name
}

/** The scope in one text, as it stands in the address: `project docs`; empty for everything. */
export const scopeText = ({ kind, name }: FlowScope) => (kind === "all" ? "" : `${kind} ${name}`)

export function scopeOf(text: string): FlowScope {
  const kind = scopeKinds.find((each) => text.startsWith(`${each} `))
  const name = text.slice((kind?.length ?? 0) + 1)
  return kind === undefined || name === "" ? everything : { kind, name }
}

interface Props {
  tasks: State["tasks"]
  agents: State["agents"]
  scope: FlowScope
  onChange(scope: FlowScope): void
}

export function ScopeChoice({ tasks, agents, scope, onChange }: Props) {
  const all = useMemo(() => {
    const { project, parent } = offersOf(tasks)
    const agent = Array.from(agents.values(), ({ name }) => [name, name] as const)
    return Object.entries({ project, parent, agent }).flatMap(([kind, offers]) =>
      offers.map(([value, name]) => ({ value: `${kind} ${value}`, name, also: kind, hint: kind })),
    )
  }, [tasks, agents])
  const chosen = scopeText(scope)
  return (
    <PickOne
      label="Flow of"
      text={all.find(({ value }) => value === chosen)?.name ?? (scope.name || everythingName)}
      none={everythingName}
      chosen={chosen}
      from={(typed) => sourceOf(all, typed)}
      onPick={(text) => onChange(scopeOf(text))}
    />
  )
}

// --- internal ---

const everythingName = "Everything"
