/**
 * The end of what the one who did the work says: an agent says last what it has done, and before that what it ran.
 * @returns null where it says nothing
 */
export function whatWasDone(summary: string | null | undefined): { text: string; isWhole: boolean } | null {
  const said = (summary ?? "")
    .split("\n")
    .filter((line) => !/^\s*(?:lesson|reflection):/i.test(line))
    .join("\n")
    .trim()
  if (said === "") return null
  if (said.length <= letters && said.split("\n").length <= lines) return { text: said, isWhole: true }
  return {
    text:
      said
        .split(/\n\s*\n/)
        .at(-1)
        ?.trim() ?? said,
    isWhole: false,
  }
}

// --- internal ---

/** What is shorter is shown whole. */
const lines = 6
const letters = 480
