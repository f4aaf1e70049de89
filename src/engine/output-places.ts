import type { OutputPlace, OutputPlaces, Outputs } from "../domain/board/said/outputs.ts"
import type { Printed } from "./output-store.ts"

/** Above this many tasks, the one reported least recently is forgotten. */
const mostPlaces = 10_000

/**
 * A server reports the outputs it keeps every 30 s. A server that has not done so for this long has forgotten its
 * output or is gone.
 */
const lapseMs = 90_000

export interface HeardPlaces extends OutputPlaces {
  /** Adds another server's report about a task's output. */
  hear(task: number, place: OutputPlace): void
  /** Calls back once for each output that begins on another server. Its text is not known here. */
  subscribe(listener: (printed: Printed) => void): () => void
}

/**
 * @param outputs the outputs kept on this server
 * @param now a monotonic time in ms
 */
export function createOutputPlaces(outputs: Pick<Outputs, "of">, now: () => number): HeardPlaces {
  const places = new Map<number, { readonly place: OutputPlace; readonly heardAt: number }>()
  const listeners = new Set<(printed: Printed) => void>()

  function find(task: number): OutputPlace | undefined {
    const { place, heardAt } = places.get(task) ?? {}
    return place && now() - (heardAt ?? 0) < lapseMs ? place : undefined
  }

  function of(task: number): OutputPlace | undefined {
    const place = find(task)
    return place && isFurther(place, outputs.of(task)[0]) ? place : undefined
  }

  return {
    of,
    hear(task, place) {
      const before = find(task)
      if (before && before.url !== place.url && isFurther(before, place)) return
      places.delete(task)
      places.set(task, { place, heardAt: now() })
      const [oldest] = places.keys()
      if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest)
      const { epoch, agent, end, url } = place
      if ((before?.epoch === epoch && before.url === url) || of(task) !== place) return
      for (const listener of listeners) listener({ task, epoch, agent, end, line: "" })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

// --- internal ---

type Extent = Pick<OutputPlace, "epoch" | "end">

const isFurther = (one: Extent, other: Extent | undefined): boolean =>
  !other || one.epoch > other.epoch || (one.epoch === other.epoch && one.end > other.end)
