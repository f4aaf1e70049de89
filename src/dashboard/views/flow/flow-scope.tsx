import { useMemo, useEffect, useState } from "preact/hooks"
import type { ListFilter } from "../../reads/use-counts.ts"
import type { State } from "../../state/state.ts"
import { PickOne } from "../../components/pick-one.tsx"
import { sourceOf } from "../../components/sources.tsx"
import { offersOf } from "../../board/filter-offers.ts"
import { withParts } from "../../page/route.ts"
import { listen } from "../../state/listen.ts"

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

/** Of how many days the statistics tell. */
export const ranges = [7, 30, 90] as const

interface FlowAddress {
  readonly scope: FlowScope
  readonly days: number
}

/**
 * What Flow is about, as its address says: `?flow=project docs&days=7`. It is kept when the view is left. As with the
 * filter of the board, going back in the history does not change it: the older address gets what is chosen now.
 */
export function useFlowAddress(): [asked: FlowAddress, choose: (asked: FlowAddress) => void] {
  const [asked, set] = useState(() => (kept ??= askedIn(location.search)))
  useEffect(() => {
    const write = () => {
      const { scope, days } = kept ?? asked
      const search = withParts(location.search, {
        flow: scopeText(scope) || null,
        days: days === usual ? null : String(days),
      })
      if (search !== location.search)
        history.replaceState(null, "", location.pathname + search + location.hash)
    }
    write()
    return listen(window, { popstate: write })
  }, [asked])
  return [
    asked,
    (next) => {
      kept = next
      set(next)
    },
  ]
}

// --- internal ---

const everythingName = "Everything"

const usual = 30

/** What was chosen last, while the page is open. */
let kept: FlowAddress | undefined

function askedIn(search: string): FlowAddress {
  const query = new URLSearchParams(search)
  const days = ranges.find((range) => String(range) === query.get("days")) ?? usual
  return { scope: scopeOf(query.get("flow") ?? ""), days }
}
