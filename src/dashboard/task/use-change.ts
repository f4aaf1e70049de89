import { useEffect, useState } from "preact/hooks"
import { call } from "../api/api.ts"
import type { Change } from "../change/read-change.ts"
import type * as parts from "../change/parts.ts"
import { styled } from "../components/lazy.tsx"

type Parts = typeof parts

/** The change of the last attempt that left a patch, with what draws it; `unread`: there is one that cannot be shown. */
export type FoundChange = "none" | "loading" | "unread" | { readonly change: Change; readonly parts: Parts }

/** @param patch the id of the file that the reported work names as its patch */
export function useChange(id: string, patch: string | undefined): FoundChange {
  const [found, set] = useState<{ readonly patch: string; readonly value: FoundChange } | null>(null)
  useEffect(() => {
    if (patch === undefined) return
    let isOver = false
    void readPatch(id, patch).then((value) => !isOver && set({ patch, value }))
    return () => void (isOver = true)
  }, [id, patch])
  if (patch === undefined) return "none"
  return found?.patch === patch ? found.value : "loading"
}

// --- internal ---

async function readPatch(id: string, attachment: string): Promise<FoundChange> {
  try {
    const [read, loaded] = await Promise.all([
      call("attachment.read", { id, attachment }),
      styled("change.css", import("../change/parts.ts")),
    ])
    if ("refusal" in read) return "unread"
    return { change: loaded.readChange(new TextDecoder().decode(read.value.bytes)), parts: loaded }
  } catch {
    return "unread"
  }
}
