import { byteSize } from "../../domain/wire/files/byte-size.ts"
import type { Attaching } from "../state/use-attach.ts"
import { Isolated } from "./isolated.tsx"
import { Refused } from "./refused.tsx"

/** What is being sent, and why something was not taken. */
export function FilesOnTheWay({ attaching: { waiting, outcome } }: { attaching: Attaching }) {
  return (
    <>
      {waiting.length > 0 && (
        <ul class="files-on-the-way" aria-label="Uploads in progress">
          {waiting.map((file, i) => (
            <li key={`${file.name} ${i}`}>
              <span class="one-line">
                <Isolated text={file.name} />
              </span>
              <span class="muted small-text">{byteSize(file.size)}</span>
              {i === 0 ? (
                <progress aria-label={`Sending ${file.name}`} />
              ) : (
                <span class="muted small-text">waits</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <Refused outcome={outcome} what="The file was not attached." />
    </>
  )
}
