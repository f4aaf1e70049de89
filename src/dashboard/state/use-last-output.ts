import { useEffect, useState } from "preact/hooks"
import type { OutputMessage } from "../../domain/wire/checks/output-schemas.ts"
import { useApp } from "./context.ts"

/** What the command of a task printed last; undefined where nothing is known. */
export function useLastOutput(task: string): OutputMessage | undefined {
  const { outputs } = useApp()
  const [, set] = useState(() => outputs.of(task))
  useEffect(() => {
    const show = () => set(outputs.of(task))
    show()
    return outputs.subscribe(task, show)
  }, [task])
  return outputs.of(task)
}
