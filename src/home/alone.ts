import { acquireLock } from "../storage/lock/lock.ts"

/**
 * Keeps every other process out of an existing directory until this process ends or releases the lock. The lock
 * works like the lock of a data directory: it ends with its holder, whatever kills the holder. Rejects with
 * `home_locked` if another process holds it.
 */
export async function holdAlone(directory: string, version: string): Promise<{ release(): Promise<void> }> {
  const holder = { pid: process.pid, version, startedAt: new Date().toISOString() }
  const lock = await acquireLock({ directory, holder })
  return { release: () => lock.close() }
}
