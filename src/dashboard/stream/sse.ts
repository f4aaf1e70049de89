/** One message of a server-sent event stream. */
export interface Message {
  readonly id: string
  readonly event: string
  readonly data: string
}

/**
 * A parser of server-sent events (WHATWG HTML 9.2.6), fed with pieces of text as they arrive.
 * @returns the messages that the piece completed
 */
export function createParser(): (piece: string) => Message[] {
  let rest = ""
  let id = ""
  let event = ""
  let data: string[] = []
  return (piece) => {
    const messages: Message[] = []
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ""
    for (const line of lines) {
      if (line === "") {
        if (data.length > 0) messages.push({ id, event: event || "message", data: data.join("\n") })
        event = ""
        data = []
        continue
      }
      const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
      if (field === "id") id = value
      else if (field === "event") event = value
      else if (field === "data") data.push(value)
    }
    return messages
  }
}
