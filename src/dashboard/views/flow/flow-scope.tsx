import { useMemo } from "preact/hooks"
import type { ListFilter } from "../../reads/use-counts.ts"
import type { State } from "../../state/state.ts"
import { Options } from "../../components/select.tsx"
import { offersOf } from "../../board/filter-offers.ts"

export const scopeKinds = ["project", "agent", "parent"] as const

/** What the numbers are about: everything, or one project, agent or parent. */
export interface FlowScope {
  readonly kind: "all" | (typeof scopeKinds)[number]
  readonly name: string
}

export const everything: FlowScope = { kind: "all", name: "" }

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

/** How many of each kind are offered. */
const most = 200

interface Props {
  tasks: State["tasks"]
  agents: State["agents"]
  scope: FlowScope
  onChange(scope: FlowScope): void
}

export function ScopeChoice({ tasks, agents, scope, onChange }: Props) {
  const groups = useMemo(() => {
    const { project, parent } = offersOf(tasks)
    const names = [...agents.values()].map(({ name }) => [name, name] as const)
    return [
      { kind: "project", label: "Projects", offers: project.slice(0, most) },
      { kind: "parent", label: "Parents", offers: parent.slice(0, most) },
      { kind: "agent", label: "Agents", offers: names },
    ] as const
  }, [tasks, agents])
  const isOffered = groups.some(
    ({ kind, offers }) => kind === scope.kind && offers.some(([value]) => value === scope.name),
  )
  return (
    <select
      class="flow-scope"
      aria-label="Flow of"
      value={`${scope.kind} ${scope.name}`}
      onChange={({ currentTarget: { value } }) => {
        const [kind = "all"] = value.split(" ", 1)
        onChange({ kind: kind as FlowScope["kind"], name: value.slice(kind.length + 1) })
      }}
    >
      <option value="all ">Everything</option>
      {!isOffered && scope.kind !== "all" && (
        <option value={`${scope.kind} ${scope.name}`}>{scope.name}</option>
      )}
      {groups
        .filter(({ offers }) => offers.length > 0)
        .map(({ kind, label, offers }) => (
          <optgroup key={kind} label={label}>
            <Options of={offers.map(([value, name]) => [`${kind} ${value}`, name])} />
          </optgroup>
        ))}
    </select>
  )
}
