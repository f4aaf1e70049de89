/** Bars from the lowest to the highest, for a terminal and for plain text. */
const blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
const ascii = ["_", ".", ":", "-", "=", "+", "*", "#"]

/** A row of bars for numbers, one character each. The highest number gets the highest bar. */
export function bars(numbers: readonly number[], isPlain: boolean): string {
  const forms = isPlain ? ascii : blocks
  const most = Math.max(1, ...numbers)
  // Only zero gets the empty bar.
  return numbers.map((n) => forms[n <= 0 ? 0 : Math.max(1, Math.round((n / most) * 7))]).join("")
}

/** Adds up neighbours until at most `room` sums are left. The last sum is always of a full group. */
export function gather(numbers: readonly number[], room: number): { sums: number[]; size: number } {
  const size = Math.max(1, Math.ceil(numbers.length / room))
  const sums: number[] = []
  for (let end = numbers.length; end > 0; end -= size)
    sums.unshift(numbers.slice(Math.max(0, end - size), end).reduce((a, b) => a + b, 0))
  return { sums, size }
}
