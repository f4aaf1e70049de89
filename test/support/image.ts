import { cpSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** What the last stage of the Dockerfile makes. */
export interface Image {
  /** The lines of that stage. */
  readonly text: string
  readonly environment: Readonly<Record<string, string>>
  readonly command: readonly string[]
  /** Of the health check. */
  readonly check: readonly string[]
  readonly stopSignal: NodeJS.Signals
  /** Copies the files that the image copies, and no others. */
  unpack(directory: string): void
}

export function readImage(): Image {
  const dockerfile = readFileSync("Dockerfile", "utf8")
  const text = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "))
  return {
    text,
    environment: Object.fromEntries(
      [...text.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
    ),
    command: JSON.parse(/^CMD (\[.*\])$/m.exec(text)?.[1] ?? "[]") as string[],
    check: JSON.parse(/^HEALTHCHECK .*?CMD (\[.*\])$/m.exec(text)?.[1] ?? "[]") as string[],
    stopSignal: /^STOPSIGNAL (\S+)$/m.exec(text)?.[1] as NodeJS.Signals,
    unpack(directory) {
      for (const [, path = ""] of text.matchAll(/^COPY --from=build \/app\/(\S+)/gm))
        cpSync(path, join(directory, path), { recursive: true })
    },
  }
}
