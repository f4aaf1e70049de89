type Listeners = {
  readonly [K in keyof (WindowEventMap & DocumentEventMap)]?: (
    event: (WindowEventMap & DocumentEventMap)[K],
  ) => void
}

/** Calls back at events, until what it gives is called. @param capture for events that do not bubble, such as `scroll` */
export function listen(target: EventTarget, listeners: Listeners, capture = false): () => void {
  const end = new AbortController()
  for (const [type, listener] of Object.entries(listeners))
    target.addEventListener(type, listener as EventListener, { signal: end.signal, capture })
  return () => end.abort()
}
