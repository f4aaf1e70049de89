/** What only the running server knows: `upnext completions tasks` prints it. */
export type LiveList = (typeof liveLists)[number]

export const liveLists = ["tasks", "agents", "criteria", "projects", "tags", "accounts", "tokens"] as const

export type Shell = (typeof shells)[number]

export const shells = ["bash", "zsh", "fish"] as const
