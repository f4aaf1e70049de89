import { withoutPassword } from "../../storage/database-url.ts"

/** Takes the passwords of databases out of the title of this process: other users of the machine can read its command line. */
export function hidePasswords(flags: readonly unknown[]): void {
  const urls = flags.filter((flag) => typeof flag === "string" && withoutPassword(flag) !== flag) as string[]
  if (urls.length === 0) return
  process.title = urls.reduce(
    (title, url) => title.replaceAll(url, withoutPassword(url)),
    ["upnext", ...process.argv.slice(2)].join(" "),
  )
}
