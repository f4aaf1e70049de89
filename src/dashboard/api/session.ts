/** `system` follows the setting of the computer. */
export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]

/** The field that the rows of the board stand for. */
export const groupings = ["none", "assignee", "project", "parent", "priority"] as const
export type Grouping = (typeof groupings)[number]

/** How much room a card takes. */
export type Density = "roomy" | "compact"

/** A filter under a name. */
export interface SavedView {
  readonly name: string
  /** The view and its filter: the path and the query of its address. */
  readonly address: string
}

/**
 * What this browser knows of its person: a name and a token, kept for good; unsent texts, kept as long as the tab.
 * Storage may be denied altogether, so all are held here too.
 */
const held = new Map<string, string>()

const tokenKey = "upnext.token"
const nameKey = "upnext.name"

export const session = {
  name: () => read("localStorage", nameKey),
  setName: (name: string) => write("localStorage", nameKey, name),
  dropName: () => remove("localStorage", nameKey),
  token: () => read("localStorage", tokenKey),
  setToken: (token: string) => write("localStorage", tokenKey, token),
  dropToken: () => remove("localStorage", tokenKey),
  /** Calls back when another tab has signed in or out. The name is then what that tab has made it. */
  watchToken(listener: (token: string | null) => void) {
    addEventListener("storage", ({ key }) => {
      if (key !== tokenKey && key !== null) return
      for (const shared of [tokenKey, nameKey]) held.delete(shared)
      listener(session.token())
    })
  },
  folded: () => (readJson("upnext.folds") ?? ["cancelled"]) as readonly string[],
  setFolded: (columns: readonly string[]) => writeJson("upnext.folds", columns),
  /** The columns that held no card when the board was read last. */
  emptyColumns: () => (readJson("upnext.empty") ?? []) as readonly string[],
  setEmptyColumns: (columns: readonly string[]) => writeJson("upnext.empty", columns),
  grouping: (): Grouping =>
    groupings.find((each) => each === read("localStorage", "upnext.grouping")) ?? "none",
  setGrouping: (grouping: Grouping) => write("localStorage", "upnext.grouping", grouping),
  density: (): Density => (read("localStorage", "upnext.density") === "compact" ? "compact" : "roomy"),
  setDensity: (density: Density) => write("localStorage", "upnext.density", density),
  theme: (): Theme => themes.find((each) => each === read("localStorage", "upnext.theme")) ?? "system",
  setTheme: (theme: Theme) => write("localStorage", "upnext.theme", theme),
  limits: () => (readJson("upnext.limits") ?? {}) as Readonly<Record<string, number>>,
  setLimits: (limits: Readonly<Record<string, number>>) => writeJson("upnext.limits", limits),
  /** The width of the task panel in pixels; null: the usual one. */
  panelWidth: () => Number(read("localStorage", "upnext.panel")) || null,
  setPanelWidth: (width: number | null) =>
    width === null
      ? remove("localStorage", "upnext.panel")
      : write("localStorage", "upnext.panel", String(width)),
  savedViews: () => (readJson("upnext.views") ?? []) as readonly SavedView[],
  setSavedViews: (views: readonly SavedView[]) => writeJson("upnext.views", views),
  /** The commands of the palette that were used last, the latest first. */
  usedCommands: () => (readJson("upnext.commands") ?? []) as readonly string[],
  useCommand: (id: string) =>
    writeJson(
      "upnext.commands",
      [id, ...session.usedCommands().filter((each) => each !== id)].slice(0, mostUsed),
    ),
  /** The files of a change that were viewed, by the patch that shows it. */
  viewed: (patch: string) => viewedFiles().find(([of]) => of === patch)?.[1] ?? [],
  setViewed: (patch: string, files: readonly string[]) =>
    writeJson(
      "upnext.viewed",
      [[patch, files], ...viewedFiles().filter(([of]) => of !== patch)].slice(0, mostViewed),
    ),
  /** How this browser draws attention, as JSON; null before the first choice. */
  notify: () => read("localStorage", "upnext.notify"),
  setNotify: (settings: string) => write("localStorage", "upnext.notify", settings),
  /** A text that was typed and not sent. It survives a reload, and a crash of the tab. */
  draft: (key: string) => read("sessionStorage", `upnext.draft.${key}`),
  setDraft: (key: string, text: string) => write("sessionStorage", `upnext.draft.${key}`, text),
  dropDraft: (key: string) => remove("sessionStorage", `upnext.draft.${key}`),
}

// --- internal ---

/** More commands would leave none where one knows it to be. */
const mostUsed = 5

/** Of so many changes it is remembered what was viewed. */
const mostViewed = 50

const viewedFiles = () =>
  (readJson("upnext.viewed") ?? []) as readonly (readonly [string, readonly string[]])[]

type StorageName = "localStorage" | "sessionStorage"

function read(place: StorageName, key: string): string | null {
  try {
    return window[place].getItem(key) ?? held.get(key) ?? null
  } catch {
    return held.get(key) ?? null
  }
}

/** Undefined where nothing is kept, or not as JSON. */
function readJson(key: string): unknown {
  try {
    return (JSON.parse(read("localStorage", key) ?? "null") as unknown) ?? undefined
  } catch {
    return undefined
  }
}

const writeJson = (key: string, value: unknown) => write("localStorage", key, JSON.stringify(value))

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
