import { groupings, type Grouping } from "./state.ts"

/**
 * What this browser knows of its person: a name, kept for good; a token and unsent texts, kept as long as the tab.
 * Storage may be denied altogether, so all are held here too.
 */
const held = new Map<string, string>()

export const session = {
  name: () => read("localStorage", "upnext.name"),
  setName: (name: string) => write("localStorage", "upnext.name", name),
  token: () => read("sessionStorage", "upnext.token"),
  setToken: (token: string) => write("sessionStorage", "upnext.token", token),
  folded: () => read("localStorage", "upnext.folded")?.split(",") ?? ["cancelled"],
  setFolded: (columns: readonly string[]) => write("localStorage", "upnext.folded", columns.join(",")),
  grouping: (): Grouping =>
    groupings.find((each) => each === read("localStorage", "upnext.grouping")) ?? "none",
  setGrouping: (grouping: Grouping) => write("localStorage", "upnext.grouping", grouping),
  /** A text that was typed and not sent. It survives a reload, and a crash of the tab. */
  draft: (key: string) => read("sessionStorage", `upnext.draft.${key}`),
  setDraft: (key: string, text: string) => write("sessionStorage", `upnext.draft.${key}`, text),
  dropDraft: (key: string) => remove("sessionStorage", `upnext.draft.${key}`),
}

// --- internal ---

type StorageName = "localStorage" | "sessionStorage"

function read(place: StorageName, key: string): string | null {
  try {
    return window[place].getItem(key) ?? held.get(key) ?? null
  } catch {
    return held.get(key) ?? null
  }
}

function write(place: StorageName, key: string, value: string): void {
  held.set(key, value)
  try {
    window[place].setItem(key, value)
  } catch {
    // Denied or full: it lasts as long as the page.
  }
}

function remove(place: StorageName, key: string): void {
  held.delete(key)
  try {
    window[place].removeItem(key)
  } catch {
    // Denied: it was held here alone.
  }
}
