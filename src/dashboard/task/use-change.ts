import { useEffect, useState } from "preact/hooks"
import { call } from "../api/api.ts"
import type { Change } from "../change/read-change.ts"
import type * as parts from "../change/parts.ts"
import { styled } from "../components/lazy.tsx"

type Parts = typeof parts

/** The change of the last attempt that left a patch, with what draws it; `unread`: there is one that cannot be shown. */
export type FoundChange = "none" | "loading" | "unread" | { readonly change: Change; readonly parts: Parts }

/**
 * @param patch the id of the file that the reported work names as its patch
 * @param approved the id of the one that shows what was approved before
 */
export function useChange(id: string, patch: string | undefined, approved: string | undefined): FoundChange {
  const [found, set] = useState<{ readonly patch: string; readonly value: FoundChange } | null>(null)
  useEffect(() => {
    if (patch === undefined) return
    let isOver = false
    void readPatch(id, patch, approved).then((value) => !isOver && set({ patch, value }))
    return () => void (isOver = true)
  }, [id, patch, approved])
  if (patch === undefined) return "none"
  return found?.patch === patch ? found.value : "loading"
}

// --- internal ---

async function readPatch(id: string, patch: string, approved: string | undefined): Promise<FoundChange> {
  try {
    const [text, before, loaded] = await Promise.all([
      textOf(id, patch),
      approved === undefined ? undefined : textOf(id, approved),
      styled("change.css", import("../change/parts.ts")),
    ])
    return text === undefined ? "unread" : { change: loaded.readChange(text, before), parts: loaded }
  } catch {
    return "unread"
  }
}

async function textOf(id: string, attachment: string): Promise<string | undefined> {
  const read = await call("attachment.read", { id, attachment })
  return "refusal" in read ? undefined : new TextDecoder().decode(read.value.bytes)
}
