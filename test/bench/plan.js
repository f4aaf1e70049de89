/** A plan of 300 tasks in four levels, with 400 edges: 299 to parents and 101 to tasks that come before. */
export const plan = JSON.stringify({
  tasks: Array.from({ length: 300 }, (_, i) => ({
    ref: `t${i}`,
    title: `Task ${i} of the plan, with a title of usual length`,
    ...(i > 0 && { parent: `#t${parentOf(i)}` }),
    blockedBy: i > 80 && i <= 181 ? [`#t${i - 1}`] : [],
  })),
})

/** One task whose answer has as many bytes as the plan's, about 208 KB. Its request has 135 KB; the plan has 32 KB. */
export const asLarge = JSON.stringify({
  title: "One task",
  description: "x".repeat(65_000),
  done_criteria: Array.from({ length: 100 }, (_, i) => `${i} `.padEnd(700, "is met when it works ")),
})

function parentOf(i) {
  if (i < 10) return 0
  return i < 80 ? 1 + ((i - 10) % 9) : 10 + ((i - 80) % 70)
}
