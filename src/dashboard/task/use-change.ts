import { useEffect, useState } from "preact/hooks"
import { call } from "../api/api.ts"
import type { Change } from "../change/read-change.ts"
import type * as parts from "../change/parts.ts"
import { styled } from "../components/lazy.tsx"
import { useRead } from "../reads/use-read.ts"

type Parts = typeof parts

/** The change of the last attempt that left a patch, with what draws it; `unread`: there is one that cannot be shown. */
export type FoundChange = "none" | "loading" | "unread" | { readonly change: Change; readonly parts: Parts }

/** @param count how many files the task has: without one it has no patch */
export function useChange(id: string, count: number): FoundChange {
  const patch = usePatch(id, count)
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

/** The id of the newest file that is named as the patch of an attempt. */
function usePatch(id: string, count: number): string | undefined {
  const { value } = useRead(
    `files ${id} ${count > 0}`,
    async () => (count === 0 ? noFiles : call("attachment.list", { id, limit: 500 })),
    { isAbout: (event) => event.type.startsWith("attachment.") && "task" in event && event.task === id },
  )
  return value?.attachments.findLast(({ name }) => name.startsWith(`${id}.`) && name.endsWith(".patch"))?.id
}

const noFiles = { value: { attachments: [], next: null, total: 0 }, seq: 0 }

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
