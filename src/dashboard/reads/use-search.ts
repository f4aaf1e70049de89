import { useEffect, useState } from "preact/hooks"
import { call } from "../api/api.ts"
import type { Refusal, Status, TaskView } from "../api/types.ts"
import { openStatuses } from "../../domain/wire/enums.ts"
import { idIn, isSearchable } from "../words/rank.ts"
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

/** How long typing must have paused before the server is asked, in ms. */
const restMs = 120

/**
 * The tasks that match the typed text: first the one with that number, then those that hold its words. Of these the
 * open ones come before the closed ones, and in both the best match comes first.
 */
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
  const [one, open, closed] = await Promise.all([
    id === null ? null : call("task.read", { id }),
    list(text, openStatuses),
    list(text, ["done", "cancelled"]),
  ])
  const meant = one && "value" in one ? [one.value.task] : []
  const refused = "refusal" in open ? open : "refusal" in closed ? closed : null
  if ("refusal" in open || "refusal" in closed) {
    // A text without words finds nothing.
    const refusal = refused?.refusal.status === 400 ? null : (refused?.refusal ?? null)
    return { tasks: meant, total: meant.length, refusal }
  }
  const many = [...open.value.tasks, ...closed.value.tasks]
  const others = many.filter((task) => task.id !== id)
  const isAmong = others.length < many.length
  return {
    tasks: [...meant, ...others].slice(0, most),
    total: open.value.total + closed.value.total + (isAmong ? 0 : meant.length),
    refusal: null,
  }
}

function list(q: string, status: readonly Status[]) {
  return call("task.list", { q, status: [...status], compact: true, excerpt: true, limit: most })
}
