type Dispose = () => Promise<void> | void

/** What is to be closed, from the last to the first. */
export type Disposers = ReturnType<typeof createDisposers>

export function createDisposers() {
  const disposers: Dispose[] = []
  let closing: Promise<void> | undefined

  async function closeAll(): Promise<void> {
    const failures: unknown[] = []
    for (const dispose of disposers.reverse())
      await Promise.resolve(dispose()).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  }

  return {
    add: (dispose: Dispose) => void disposers.push(dispose),
    /** Closes all of it, once. If one fails, the others are closed still; then the first failure is thrown. */
    close: (): Promise<void> => (closing ??= closeAll()),
  }
}
