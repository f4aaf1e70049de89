import { machineRuntime } from "../../machine/runtime.ts"
import type { AttachmentStore } from "./store.ts"

/** The part of the board that the sweep needs: it names files. */
export interface NamingBoard {
  /** Reads what other servers have written. `behind`: not everything could be read. */
  reach(seq: number, how: { readonly waitMs: number }): Promise<string>
  namedFiles(): Promise<ReadonlySet<string>>
}

interface SweepOptions {
  readonly engine: NamingBoard
  warn(message: string, error: unknown): void
}

/**
 * Removes the bytes of files that nothing names any more, soon after startup and then every hour. Returns a
 * function to stop.
 */
export function sweepAttachments(store: AttachmentStore, { engine, warn }: SweepOptions): () => void {
  async function sweep(): Promise<void> {
    if ((await engine.reach(Infinity, { waitMs: patienceMs })) === "behind") return
    await store.sweep(await engine.namedFiles())
  }
  const act = () => {
    sweep().catch((error: unknown) => warn("Unreferenced files could not be removed", error))
  }
  // A server may never run for an hour.
  const timers = [machineRuntime.after(firstMs, act), machineRuntime.every(rhythmMs, act)]
  return () => timers.forEach((timer) => timer.cancel())
}

// --- internal ---

const firstMs = 60_000
const rhythmMs = 3_600_000
const patienceMs = 10_000
