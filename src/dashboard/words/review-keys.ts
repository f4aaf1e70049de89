/** What the keys of an open review do. The help names them also where none is open. */
export const reviewKeys = {
  a: "Approve the work",
  r: "Request changes (Ctrl-Enter sends)",
  j: "Next line of the change",
  k: "Previous line",
  v: "Mark a file as viewed",
  "]": "Next review",
  "[": "Previous review",
} as const
