/**
 * The end of a worker's output: an agent first reports what it ran, and at the end what it has done.
 * @returns null if there is no text
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
