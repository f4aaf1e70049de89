import type { CallOptions, Client } from "../../client/client.ts"
import type { InputOf, OutputOf } from "../../client/contract.ts"
import { fail, UpnextError } from "../../errors.ts"

/** How often the edit is repeated when somebody else changes the task in between. */
const mostTries = 10

/** Whether tags are changes (`+a`, `-b`). Throws `invalid_input` if only some of them are. */
export function changesTags(tags: readonly string[] | null | undefined): tags is string[] {
  const signed = (tags ?? []).filter((tag) => /^[+-]/.test(tag))
  if (signed.length === 0) return false
  const other = tags?.find((tag) => !signed.includes(tag))
  if (other !== undefined)
    fail("invalid_input", {
      detail: `--tag ${other} replaces all tags, but --tag ${signed[0] ?? ""} changes them.`,
      hint: `Write +${other} to add it, or leave out every + and -.`,
    })
  const empty = signed.find((tag) => tag.length === 1)
  if (empty !== undefined)
    fail("invalid_input", {
      detail: `--tag ${empty} names no tag.`,
      hint: "Write +name to add, -name to take away.",
    })
  return true
}

/**
 * Edits a task by the changes of tags in `input`. It reads the task and edits that version of it,
 * so a tag that somebody else adds at the same moment is not lost.
 */
export async function editTags(
  client: Client,
  input: InputOf<"task.edit"> & { readonly tags: readonly string[] },
  options: CallOptions,
): Promise<OutputOf<"task.edit">> {
  for (let tries = 1; ; tries += 1) {
    const { task } = await client.task.read({ id: input.id })
    const tags = new Set(task.tags)
    for (const change of input.tags) {
      if (change.startsWith("+")) tags.add(change.slice(1))
      else tags.delete(change.slice(1))
    }
    try {
      return await client.task.edit({ ...input, tags: [...tags] }, { ifVersion: task.version, ...options })
    } catch (error) {
      const isRace = error instanceof UpnextError && error.code === "version_mismatch"
      if (!isRace || options.ifVersion !== undefined || tries === mostTries) throw error
    }
  }
}
