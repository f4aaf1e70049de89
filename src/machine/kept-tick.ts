import { executionAsyncResource } from "node:async_hooks"

/** What Node makes for each `process.nextTick`. One of them lives as long as the process. */
const kept = new Set<object>()

/**
 * Keeps the hidden class of Node's ticks. V8 forgets a class when a garbage collection finds no object of it. What it
 * has learned of the literal that makes them is lost with it, for ever: from then on each property of each new tick is
 * set by a call into the runtime, which takes a fifth of the processor time of a request. See docs/decisions/ticks.md.
 */
export function keepTickClass(): void {
  process.nextTick(() => kept.add(executionAsyncResource()))
}
