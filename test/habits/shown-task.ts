import { call } from "../support/server.ts"
import type { Board } from "./world.ts"

/** What the board shows anybody of a task, as far as it is of use here. */
export interface ShownTask {
  readonly id: string
  readonly status: string
  readonly attempts: number
  readonly checkStates?: readonly { readonly check: string; readonly state: string }[]
  readonly work?: ShownWork
}

export interface ShownWork {
  readonly branch: string
  readonly base: string | null
  readonly tree: string
  readonly commit: string
  readonly files: number
  readonly path: string | null
  readonly epoch: number
  readonly at: string
  readonly patch: { readonly id: string } | null
  readonly landed: { readonly base: string; readonly commit: string | null } | null
  readonly outdated?: boolean
}

interface ShownResult {
  readonly check: string
  readonly status: string
  readonly tree: string | null
  readonly counts: boolean
}

export async function workOf({ url }: Pick<Board, "url">, id: string) {
  const { body, text } = await call(url, "GET", `/tasks/${id}?checks=1`)
  if (body["task"] === undefined) throw new Error(text)
  return body as unknown as { readonly task: ShownTask; readonly checks: readonly ShownResult[] }
}

/** A file of a task. One character is one byte. */
export async function fileOf({ url }: Pick<Board, "url">, id: string, file: string): Promise<string> {
  const answer = await fetch(`${url}/tasks/${id}/attachments/${file}`)
  if (!answer.ok) throw new Error(`${id} has no file ${file}: ${await answer.text()}`)
  return Buffer.from(await answer.arrayBuffer()).toString("latin1")
}
