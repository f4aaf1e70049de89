import { createTarDecoder, type TarHeader } from "modern-tar"
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { pipeline } from "node:stream"
import { ReadableStream, type ReadableWritablePair } from "node:stream/web"
import { createGunzip } from "node:zlib"

export interface ArchiveEntry {
  readonly header: TarHeader
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * The entries of an archive in order; their content is not checked here.
 * @param refuse called if the archive unpacks to more bytes than allowed
 */
export function openEntries(path: string, refuse: (what: string) => never) {
  const digest = createHash("sha256")
  let bytes = 0
  let rest = 0
  const file = createReadStream(path)
  const gunzip = createGunzip()
  // An error comes out of the reading below.
  pipeline(file, gunzip, () => undefined)
  file.on("data", (chunk) => {
    digest.update(chunk)
    bytes += chunk.length
  })

  async function* unpack(): AsyncGenerator<Uint8Array> {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      rest -= chunk.length
      if (rest < 0) refuse("it unpacks to more than its manifest says")
      yield chunk
    }
  }

  const decoder = createTarDecoder({ strict: true }) as unknown as ReadableWritablePair<
    ArchiveEntry,
    Uint8Array
  >
  const entries = ReadableStream.from(unpack()).pipeThrough(decoder).getReader()
  return {
    /** Each entry is read to its end before the next one. Resolves to undefined after the last entry. */
    next: async () => (await entries.read()).value,
    /** Lets it unpack to this many bytes more. */
    allow: (more: number) => (rest += more),
    /** The digest of the archive itself, once the archive has been read to its end. */
    sum: () => ({ sha256: digest.digest("hex"), bytes }),
    close: () => file.destroy(),
  }
}
