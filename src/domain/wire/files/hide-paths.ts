/**
 * A text about the server without the directories of its machine: `/home/ann/.upnext/data/journal/1.jsonl` becomes
 * `1.jsonl`. Who may call a server need not know where it keeps its files; its own log says it.
 */
export function hidePaths(text: string): string {
  return text.replace(/(?<![\w:/.)])\/(?:[^\s/:;,'"()]+\/)*(?=[^\s/:;,'"()])/g, "")
}
