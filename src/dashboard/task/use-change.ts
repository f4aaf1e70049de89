import { useEffect, useState } from "preact/hooks"
import { call } from "../api/api.ts"
import type { TaskView } from "../api/types.ts"
import type { Change } from "../change/read-change.ts"
import type * as parts from "../change/parts.ts"
import { styled } from "../components/lazy.tsx"

type Parts = typeof parts

/** The change of the last attempt that left a patch, with what draws it; `unread`: there is one that cannot be shown. */
export type FoundChange = "none" | "loading" | "unread" | { readonly change: Change; readonly parts: Parts }

/**
 * @param patch the id of the file that the reported work names as its patch
 * @param before the id of the one that shows what was decided on before
 */
export function useChange(id: string, patch: string | undefined, before: string | undefined): FoundChange {
  const [found, set] = useState<{ readonly patch: string; readonly value: FoundChange } | null>(null)
  useEffect(() => {
    if (patch === undefined) return
    let isOver = false
    const read = (attachment: string) => textOf(id, attachment, () => isOver)
    void readPatch(read, patch, before).then((value) => !isOver && set({ patch, value }))
    return () => void (isOver = true)
  }, [id, patch, before])
  if (patch === undefined) return "none"
  return found?.patch === patch ? found.value : "loading"
}

/** The id of the file that shows what the last decision was about, if the work is another one since. */
export const earlierPatch = ({ work }: TaskView) => work?.approved?.patch ?? work?.reviewed

// --- internal ---

async function readPatch(
  read: (attachment: string) => Promise<string | undefined>,
  patch: string,
  earlier: string | undefined,
): Promise<FoundChange> {
  try {
    const [text, before, loaded] = await Promise.all([
      read(patch),
      earlier === undefined ? undefined : read(earlier),
      styled("change.css", import("../change/parts.ts")),
    ])
    return text === undefined ? "unread" : { change: loaded.readChange(text, before), parts: loaded }
  } catch {
    return "unread"
  }
}

/** How long to wait for a server that is away, in ms. */
const patienceMs = 2_000

/** @returns undefined where there is no such file; a server that is away is asked again, as long as somebody looks */
async function textOf(id: string, attachment: string, isOver: () => boolean): Promise<string | undefined> {
  while (!isOver()) {
    const read = await call("attachment.read", { id, attachment })
    if ("value" in read) return new TextDecoder().decode(read.value.bytes)
    const isAway = read.refusal.status === 0 || read.refusal.status >= 500
    if (!isAway) return undefined
    await new Promise((resolve) => setTimeout(resolve, patienceMs))
  }
  return undefined
}
