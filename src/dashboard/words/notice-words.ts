import type { NoticeView } from "../api/types.ts"

/** The words that follow the name of the person who did it. */
export const noticeWords: Readonly<Record<NoticeView["kind"], string>> = {
  mention: "mentioned you",
  comment: "commented",
  unblocked: "unblocked it",
  review_requested: "asks you to review it",
  changes_requested: "requests changes",
  assigned: "assigned you",
  lease_expired: "Your claim expired, and the task was released",
}
