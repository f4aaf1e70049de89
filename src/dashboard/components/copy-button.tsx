import { useState } from "preact/hooks"

/** Copies a text, and says whether it could. */
export function CopyButton({ text, class: className = "quiet" }: { text: string; class?: string }) {
  const [word, setWord] = useState("Copy")
  function copy() {
    const refuse = () => setWord("Not possible here")
    // Without https, browsers give other machines' pages no clipboard.
    if ("clipboard" in navigator) navigator.clipboard.writeText(text).then(() => setWord("Copied"), refuse)
    else refuse()
  }
  return (
    <button type="button" class={className} onClick={copy}>
      {word}
    </button>
  )
}
