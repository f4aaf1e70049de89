import { useEffect, useState } from "preact/hooks"

/** A part of the program that is loaded when it is first shown; null until then, "missing" where it cannot be had. */
export function useLazy<T>(load: () => Promise<T>): T | null | "missing" {
  const [module, set] = useState<T | null | "missing">(null)
  useEffect(() => {
    load().then(
      (loaded) => set(() => loaded),
      () => set("missing"),
    )
  }, [])
  return module
}
