/** The part of the values that is below it, such as 0.5 for the median. */
export const percentile = (values, part) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]
export const median = (values) => percentile(values, 0.5)
export const whole = (value) => Math.round(value).toLocaleString("en")
export const table = (...lines) => lines.forEach((cells) => console.log(`| ${cells.join(" | ")} |`))
