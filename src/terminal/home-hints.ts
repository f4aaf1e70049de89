import type { Facts } from "../errors.ts"
import { quote } from "./typed.ts"

/** What to do where a place cannot be read or written. */
export function homeHint({ obstacle, path, part }: Facts): string {
  const elsewhere = "choose another directory with --home or UPNEXT_HOME."
  if (obstacle === "file") return `Move that file away, or ${elsewhere}`
  if (obstacle === "link") return `Create the directory that the link points to, or ${elsewhere}`
  if (obstacle === "foreign" && typeof path === "string")
    return `Look at it with \`ls -ld ${quote(path)}\`, and remove it if it is not yours.`
  if (obstacle === "owner" && part === undefined && typeof path === "string")
    return `Give the directory to this user: \`sudo chown -R "$(id -u)" ${quote(path)}\`, or ${elsewhere}`
  if (obstacle === "parent") return "Choose another directory with --home or UPNEXT_HOME."
  return otherPlaces[String(part)] ?? `Let this user read and write it, or ${elsewhere}`
}

/** What to do where a place is no part of the home, by its name. */
export const otherPlaces: Readonly<Record<string, string>> = {
  backup: "Give this user write access there, or choose another location for the backup.",
  archive: "Name the archive itself: a file created by `upnext backup` that this user may read.",
  restore: "Choose another directory with --home or UPNEXT_HOME.",
  output: "Choose another path with -o.",
  input: "Specify a readable file.",
}
