import { acquireLock } from "../storage/lock/lock.ts"

/**
 * Keeps every other process out of a directory, which is there already, until this process ends or lets it go. The lock is
 * that of a server's data: whatever kills its holder ends it. Rejects with `home_locked` where another process has it.
 */
export async function holdAlone(directory: string, version: string): Promise<{ release(): Promise<void> }> {
  const holder = { pid: process.pid, version, startedAt: new Date().toISOString() }
  const lock = await acquireLock({ directory, holder })
  return { release: () => lock.close() }
}
