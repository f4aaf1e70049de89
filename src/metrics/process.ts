import { monitorEventLoopDelay } from "node:perf_hooks"
import { getHeapStatistics } from "node:v8"
import { single, type Family } from "./family.ts"

/** The delays of the event loop are measured from the first request for metrics on. Before that they cost nothing. */
export function createProcessMetrics() {
  const startedAt = Date.now() / 1000 - process.uptime()
  let delays: ReturnType<typeof monitorEventLoopDelay> | undefined

  function delayFamilies(): Family[] {
    if (!delays) {
      delays = monitorEventLoopDelay({ resolution: resolutionMs })
      delays.enable()
      return []
    }
    const { max } = delays
    const [median, high] = [delays.percentile(50), delays.percentile(99)]
    delays.reset()
    return [
      delay("p50", "Median delay of the event loop since the last scrape", median),
      delay("p99", "99th percentile of the event loop delay since the last scrape", high),
      delay("max", "Longest delay of the event loop since the last scrape", max),
    ]
  }

  return {
    families(): Family[] {
      const heap = getHeapStatistics()
      return [
        single("gauge", "start_time_seconds", "When the process started, in seconds since 1970", startedAt),
        single("gauge", "heap_used_bytes", "Heap in use, including garbage", heap.used_heap_size),
        single("gauge", "heap_limit_bytes", "The maximum heap that Node allows", heap.heap_size_limit),
        single("gauge", "resident_memory_bytes", "Memory used by the process", process.memoryUsage.rss()),
        ...delayFamilies(),
      ]
    },
    close: () => void delays?.disable(),
  }
}

// --- internal ---

const resolutionMs = 20

/** A sample is the time between two ticks of a timer, in ns. What exceeds its interval is the delay. */
function delay(name: string, help: string, ns: number): Family {
  return single(
    "gauge",
    `event_loop_delay_${name}_seconds`,
    help,
    Math.max(0, ns / 1e9 - resolutionMs / 1000),
  )
}
