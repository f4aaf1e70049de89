import type { PublicEvent } from "../../../domain/events/shown.ts"
import { isSameName } from "../../../domain/wire/names.ts"
import { PickOne } from "../../components/pick-one.tsx"
import { choicesFrom, useKnownAgents } from "../../components/sources.tsx"
import { eventWords, type Group, groups } from "../../words/event-words.ts"
import { namesIn } from "../../words/say-event.ts"

export interface WantedEvents {
  readonly kind: Group
  /** The name of an agent; empty for all. */
  readonly name: string
  /** `T-12` or `12`; empty for all tasks. */
  readonly task: string
}

export function toMatcher({ kind, name, task }: WantedEvents): (event: PublicEvent) => boolean {
  const id = /^(?:t-)?(\d+)$/i.exec(task.trim())?.[1]
  return (event) => {
    const its = eventWords[event.type].group
    if (kind === "all" ? its === "heartbeats" : its !== kind) return false
    if (name !== "" && !namesIn(event).some((each) => isSameName(each, name))) return false
    return task.trim() === "" || event.task === `T-${id}`
  }
}

/** How many fields are set. */
export function countOf({ kind, name, task }: WantedEvents): number {
  return [kind !== "all", name !== "", task.trim() !== ""].filter(Boolean).length
}

interface Props {
  /** On a phone a button shows the fields. */
  isOpen: boolean
  wanted: WantedEvents
  onWanted(wanted: WantedEvents): void
}

export function ActivityFilter({ isOpen, wanted, onWanted }: Props) {
  return (
    <form class={isOpen ? "filters is-open" : "filters"} onSubmit={(event) => event.preventDefault()}>
      <label>
        <span>Kind</span>
        <PickOne
          label="Kind"
          text={groups[wanted.kind]}
          chosen={wanted.kind}
          from={kinds}
          onPick={(kind) => onWanted({ ...wanted, kind: kind as Group })}
        />
      </label>
      <label>
        <span>Agent</span>
        <PickOne
          label="Agent"
          text={wanted.name || "Everyone"}
          none="Everyone"
          chosen={wanted.name}
          from={useKnownAgents}
          onPick={(name) => onWanted({ ...wanted, name })}
        />
      </label>
      <label>
        <span>Task</span>
        <input
          data-filter
          type="search"
          placeholder="T-12"
          value={wanted.task}
          autocomplete="off"
          onInput={({ currentTarget }) => onWanted({ ...wanted, task: currentTarget.value })}
        />
      </label>
    </form>
  )
}

// --- internal ---

const kinds = choicesFrom(Object.entries(groups))
