/**
 * A text about the server without the directories of its machine: `/home/ann/.upnext/data/journal/1.jsonl` becomes
 * `1.jsonl`. Callers of a server do not need to know where it stores its files; the server's own log says that.
 */
export function hidePaths(text: string): string {
  return text.replace(/(?<![\w:/.)])\/(?:[^\s/:;,'"()]+\/)*(?=[^\s/:;,'"()])/g, "")
}
