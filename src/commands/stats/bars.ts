/** From nothing to the most, for a terminal and for plain text. */
const blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
const ascii = ["_", ".", ":", "-", "=", "+", "*", "#"]

/** Numbers as a row of bars, one character each, the highest of them as the measure. */
export function bars(numbers: readonly number[], isPlain: boolean): string {
  const forms = isPlain ? ascii : blocks
  const most = Math.max(1, ...numbers)
  // Only nothing looks like nothing.
  return numbers.map((n) => forms[n <= 0 ? 0 : Math.max(1, Math.round((n / most) * 7))]).join("")
}

/** The sums of so many neighbours that at most `room` numbers are left; the last ones are whole. */
export function gather(numbers: readonly number[], room: number): { sums: number[]; size: number } {
  const size = Math.max(1, Math.ceil(numbers.length / room))
  const sums: number[] = []
  for (let end = numbers.length; end > 0; end -= size)
    sums.unshift(numbers.slice(Math.max(0, end - size), end).reduce((a, b) => a + b, 0))
  return { sums, size }
}
