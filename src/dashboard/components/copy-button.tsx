import { useState } from "preact/hooks"
import { Button } from "./button.tsx"

/** Copies a text, and says whether it could. */
export function CopyButton({ text, class: className = "quiet" }: { text: string; class?: string }) {
  const [word, setWord] = useState("Copy")
  return <Button text={word} class={className} onClick={() => void copy(text).then(setWord)} />
}

/** Copies a text. @returns what is said of it */
export async function copy(text: string): Promise<string> {
  try {
    // Without https, browsers give other machines' pages no clipboard.
    await navigator.clipboard.writeText(text)
    return "Copied"
  } catch {
    return "Cannot copy here"
  }
}
