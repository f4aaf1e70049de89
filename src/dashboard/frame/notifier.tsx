import { boardNow } from "../../client/board-clock.ts"
import { useEffect, useRef } from "preact/hooks"
import { useTasks } from "../reads/use-counts.ts"
import type { NotifyKind, NotifySettings } from "../state/notify.ts"
import type { State } from "../state/state.ts"
import { useInbox } from "../reads/use-needs.ts"
import { noticeWords } from "../words/need-words.ts"
import { sayStuck } from "../words/stuck-words.ts"
import { navigate } from "../page/route.ts"

/** Something that a person hears of once. */
interface News {
  /** The same in each tab of a browser. */
  readonly key: string
  readonly kind: NotifyKind
  readonly task: string
  readonly title: string
  readonly text: string
}

/** Tells what is new of the chosen kinds, by a notification of the system and a sound. It draws nothing. */
export function Notifier({ name, settings }: { name: State["name"]; settings: NotifySettings }) {
  const inbox = useInbox(name).value
  const stuck = useTasks("stuck to tell of", { stuck: true, sort: "-updated", limit: 100 }).value
  useNews(
    inbox?.map(({ seq, kind, task, title, actor, text }) => ({
      key: `notice ${seq}`,
      kind: kind as NotifyKind,
      task,
      title: `${task} ${title ?? ""}`,
      text: `${actor} ${noticeWords[kind]}${text === null ? "" : `: ${text}`}`,
    })),
    settings,
  )
  useNews(
    stuck?.tasks.map((task) => ({
      key: `stuck ${task.id} ${task.version}`,
      kind: "stuck",
      task: task.id,
      title: `${task.id} ${task.title}`,
      text: sayStuck(task, boardNow()),
    })),
    settings,
  )
  return null
}

// --- internal ---

/** Tells of each piece of news that was not there at the first reading. */
function useNews(all: readonly News[] | undefined, settings: NotifySettings): void {
  const told = useRef<Set<string> | null>(null)
  useEffect(() => {
    if (!all) return
    const isFirst = told.current === null
    const known = (told.current ??= new Set())
    const fresh = all.filter(({ key }) => !known.has(key))
    for (const { key } of fresh) known.add(key)
    if (isFirst) return
    for (const news of fresh) if (settings.kinds.includes(news.kind)) void tell(news, settings)
  }, [all])
}

async function tell(news: News, { system, sound }: NotifySettings): Promise<void> {
  if (system && "Notification" in window && Notification.permission === "granted") {
    // Tabs that say the same replace each other's notification.
    const shown = new Notification(news.title, {
      body: news.text,
      tag: news.key,
      icon: "/assets/favicon.svg",
    })
    shown.onclick = () => {
      window.focus()
      navigate(news.task)
      shown.close()
    }
  }
  if (sound && (await isFirstTab(news.key))) chime()
}

/** Of several tabs, one makes the sound. A page that was not served safely has no locks, so there each makes it. */
function isFirstTab(key: string): Promise<boolean> {
  // Types say that it is always there.
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    void locks.request(`upnext ${key}`, { ifAvailable: true }, async (lock) => {
      resolve(lock !== null)
      if (lock) await new Promise((later) => setTimeout(later, holdMs))
    })
  })
}

/** For so long no other tab makes the sound of the same news, in ms. */
const holdMs = 3000

/** Two short tones. A browser that was never clicked on stays silent. */
function chime(): void {
  const audio = new AudioContext()
  const volume = audio.createGain()
  volume.gain.value = 0.06
  volume.connect(audio.destination)
  for (const [pitch, start] of [
    [660, 0],
    [880, 0.12],
  ] as const) {
    const tone = audio.createOscillator()
    tone.frequency.value = pitch
    tone.connect(volume)
    tone.start(audio.currentTime + start)
    tone.stop(audio.currentTime + start + 0.1)
  }
  setTimeout(() => void audio.close(), 600)
}
