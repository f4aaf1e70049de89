/** The number of tasks that need me, in words. */
export function needWords(count: number): string {
  return `${count} ${count === 1 ? "task needs" : "tasks need"} you`
}
