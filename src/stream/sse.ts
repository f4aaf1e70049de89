import { createParser } from "eventsource-parser"

export interface Message {
  /** The last id that the stream named, with this message or before it; empty before the first one. */
  readonly id: string
  readonly event: string
  readonly data: string
}

/**
 * A reader of server-sent events (WHATWG HTML, 9.2.6), fed with pieces of decoded text as they arrive. The standard
 * also keeps the id of a message without data, which eventsource-parser drops. It does not matter here: Upnext's
 * server names an id only with data, and a follower that missed one would be sent again what came after the id before.
 * @returns the messages that the piece completed
 */
export function createEventReader(): (piece: string) => Message[] {
  let lastId = ""
  let messages: Message[] = []
  const parser = createParser({
    onEvent({ id = lastId, event = "message", data }) {
      lastId = id
      messages.push({ id, event, data })
    },
  })
  let isFirst = true
  return (piece) => {
    messages = []
    // A browser's decoder takes a byte order mark away, Node's leaves it.
    parser.feed(isFirst ? piece.replace(/^\uFEFF/, "") : piece)
    isFirst &&= piece === ""
    return messages
  }
}
