import { useEffect, useState } from "preact/hooks"
import { call } from "../api/api.ts"
import type { Refusal, TaskView } from "../api/types.ts"
import { idIn, isSearchable } from "../palette.ts"
import type { State } from "../state/state.ts"

export interface Found {
  readonly tasks: readonly TaskView[]
  /** How many tasks the server found, shown or not. */
  readonly total: number
  readonly refusal: Refusal | null
  /** True until the answer to the current text has arrived. */
  readonly isSearching: boolean
}

/** How many tasks are asked for. */
const most = 20

/** How long nobody must have typed before the server is asked, in ms. */
const restMs = 120

/** The tasks that match the typed text: first the one with that number, then those that hold its words. */
export function useSearch(typed: string, known: State["tasks"]): Found {
  const text = typed.trim()
  const id = idIn(text)
  const [answer, set] = useState<{ text: string; found: SearchResult } | null>(null)
  const isAsked = isSearchable(text)
  useEffect(() => {
    if (!isAsked) return
    let isOver = false
    const ask = async () => {
      const found = await search(text, id)
      if (!isOver) set({ text, found })
    }
    const timer = setTimeout(() => void ask(), id === null ? restMs : 0)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [text])

  const { tasks, total, refusal } = isAsked && answer?.text === text ? answer.found : nothing
  const meant = id === null ? undefined : known.get(id)
  const isNew = meant !== undefined && !tasks.some((task) => task.id === meant.id)
  return {
    tasks: isNew ? [meant, ...tasks] : tasks,
    total: isNew ? total + 1 : total,
    refusal,
    isSearching: isAsked && answer?.text !== text,
  }
}

// --- internal ---

type SearchResult = Omit<Found, "isSearching">

const nothing: SearchResult = { tasks: [], total: 0, refusal: null }

async function search(text: string, id: string | null): Promise<SearchResult> {
  const [one, many] = await Promise.all([
    id === null ? null : call("task.read", { id }),
    call("task.list", { q: text, compact: true, limit: most }),
  ])
  const meant = one && "value" in one ? [one.value.task] : []
  if ("refusal" in many) {
    // A text without words finds nothing.
    const refusal = many.refusal.status === 400 ? null : many.refusal
    return { tasks: meant, total: meant.length, refusal }
  }
  const others = many.value.tasks.filter((task) => task.id !== id)
  const isAmong = others.length < many.value.tasks.length
  return {
    tasks: [...meant, ...others],
    total: many.value.total + (isAmong ? 0 : meant.length),
    refusal: null,
  }
}
