const dayMs = 86_400_000

/** How long a task can still be restored: `27 days left`. */
export function sayLeft(until: string, now: number): string {
  const left = Date.parse(until) - now
  const days = Math.round(left / dayMs)
  return left < dayMs ? "less than a day left" : days === 1 ? "1 day left" : `${days} days left`
}
