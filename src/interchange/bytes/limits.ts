/** What is read at all. A file of a stranger must not cost more memory than a multiple of these. */
export const readLimits = {
  /** Of all files together. Whoever reads them from a disk or a browser keeps to it. */
  totalBytes: 256 * 1024 * 1024,
  files: 20_000,
  /** A line, a row, or a value of a list. */
  lineBytes: 8 * 1024 * 1024,
  /** A file that is taken as one: JSON that is not a list, or Markdown. */
  documentBytes: 32 * 1024 * 1024,
  depth: 60,
  columns: 2_000,
} as const
