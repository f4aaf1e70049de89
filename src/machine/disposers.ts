type Dispose = () => Promise<void> | void

/** What is to be closed, from the last to the first. */
export interface Disposers {
  add(dispose: Dispose): void
  /** Closes all of it, once. If one fails, the others are closed still; then the first failure is thrown. */
  close(): Promise<void>
}

export function createDisposers(): Disposers {
  const disposers: Dispose[] = []
  let closing: Promise<void> | undefined

  async function closeAll(): Promise<void> {
    const failures: unknown[] = []
    for (const dispose of disposers.reverse())
      await Promise.resolve(dispose()).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }

  return {
    add: (dispose) => void disposers.push(dispose),
    close: () => (closing ??= closeAll()),
  }
}
