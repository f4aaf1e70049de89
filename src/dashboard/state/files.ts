import { call } from "../api/api.ts"
import { fileOf, type FileLink } from "../words/file-links.ts"

/**
 * Loads the pictures of a text. An address in `src` would be asked for without the token, so the bytes are asked for here
 * and shown by an address of this page alone.
 * @returns what forgets them
 */
export function showPictures(place: HTMLElement): () => void {
  const addresses: string[] = []
  let isOver = false
  for (const picture of place.querySelectorAll<HTMLImageElement>("img[data-file]")) {
    const link = fileOf(picture.dataset["file"] ?? "")
    if (!link) continue
    void call("attachment.read", link).then((result) => {
      if (isOver || "refusal" in result || !result.value.type.startsWith("image/")) {
        picture.classList.add("is-missing")
        return
      }
      const { bytes, type } = result.value
      const address = URL.createObjectURL(new Blob([bytes], { type }))
      addresses.push(address)
      picture.src = address
    })
  }
  return () => {
    isOver = true
    addresses.forEach((address) => URL.revokeObjectURL(address))
  }
}

/** Saves the file that a link leads to: without the token the browser itself would get none. */
export function followFile(event: MouseEvent): void {
  const { target } = event
  const link = target instanceof Element ? target.closest("a") : null
  const file = link && fileOf(link.getAttribute("href") ?? "")
  if (!file) return
  event.preventDefault()
  void saveFile(file, link.textContent)
}

/** Saves a file of a task. Answers why not, where it cannot. */
export async function saveFile(link: FileLink, name: string) {
  const result = await call("attachment.read", link)
  if ("refusal" in result) return result.refusal
  save([result.value.bytes], name)
  return null
}

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
