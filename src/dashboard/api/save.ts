/** Gives the browser's person a file. It is saved, never shown: what is in it could be meant as a page. */
export function save(parts: BlobPart[], name: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type: "application/octet-stream" }))
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
