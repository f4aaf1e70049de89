/** `812 B`, `4.2 KiB`, `10 MiB`: for people. */
export function byteSize(bytes: number): string {
  const step = Math.min(units.length - 1, bytes < 1024 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const size = bytes / 1024 ** step
  return `${size < 10 && step > 0 ? Math.round(size * 10) / 10 : Math.round(size)} ${units[step]}`
}

const units = ["B", "KiB", "MiB", "GiB"]
