import type { Board } from "../board/board.ts"
import type { Review } from "../board/said/said-records.ts"
import { isOnLine, type LineComment } from "../rules/line-comments.ts"
import { cutText } from "../wire/excerpt.ts"
import type { Handoff } from "../wire/tasks/handoff-schema.ts"
import { iso } from "../wire/time.ts"

type Request = NonNullable<Handoff["review"]>

/** A review that asked for changes, with what it gathers. */
export function viewRequest(board: Board, review: Review): Request {
  const { reviewer, comment, createdAt } = review
  return {
    reviewer,
    decision: "request_changes",
    comment,
    at: iso(createdAt),
    ...viewLines((review.lines ?? []).map((n) => board.comments.get(n)).filter(isOnLine)),
  }
}

// --- internal ---

/** The maximum number of characters of all shown line comments together, including the names of their files. */
const mostOnLines = 12_000

/** As many line comments as fit, including the names of their files. */
function viewLines(found: readonly LineComment[]): Pick<Request, "lines" | "linesOmitted"> {
  if (found.length === 0) return {}
  let room = mostOnLines
  const lines: Request["lines"] = []
  for (const { n, author, place, content: whole, createdAt } of found) {
    room -= place.file.length
    if (room <= 0) break
    const content = cutText(whole, room)
    const isCut = content !== whole
    room = isCut ? 0 : room - content.length
    lines.push({
      ...{ id: `C-${n}`, author, place, content, at: iso(createdAt) },
      ...(isCut && { cut: true as const }),
    })
  }
  const linesOmitted = found.length - lines.length
  return { lines, ...(linesOmitted > 0 && { linesOmitted }) }
}
