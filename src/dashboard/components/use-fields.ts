import { useState } from "preact/hooks"

/** The texts of a form, and what a field needs to show and change one of them. */
export function useFields<K extends string>(initial: Readonly<Record<K, string>>) {
  const [texts, set] = useState(initial)
  const bind = (name: K) => ({
    ...{ name, value: texts[name] },
    onInput: (text: string) => set((before) => ({ ...before, [name]: text })),
  })
  return [texts, bind] as const
}
