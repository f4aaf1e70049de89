import type { Message } from "../../stream/sse.ts"

/** What a page tells the stream that it shares with the other tabs. */
export type Ask =
  | { readonly type: "follow"; readonly after: number; readonly token: string | null }
  | { readonly type: "leave" }

/** What the shared stream tells a page. */
export type Told =
  | { readonly type: "connected" }
  /** `heardAt`: when the server was last heard, in ms; null: it has not been heard yet. */
  | { readonly type: "lost"; readonly heardAt: number | null }
  | { readonly type: "message"; readonly message: Message }
  | { readonly type: "ended"; readonly why: Ending }

/** `reset`: everything must be read again; `unauthorized`: the server asks for a token. */
export type Ending = "reset" | "unauthorized"
