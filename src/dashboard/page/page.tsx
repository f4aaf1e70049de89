import type { ComponentChildren } from "preact"
import { counted } from "../words/format.ts"

interface Props {
  title: string
  class?: string
  /** One quiet line below the title. */
  lead?: ComponentChildren
  /** Buttons for the whole view. */
  actions?: ComponentChildren
  children: ComponentChildren
}

/** The frame of a view: a title, and its own scrolling. */
export function Page({ title, class: className = "", lead, actions, children }: Props) {
  return (
    <div class={`view-page ${className}`}>
      <div class="view-body">
        <header class="view-head">
          <div>
            <h1 id="view-title">{title}</h1>
            {lead !== undefined && lead !== false && <p class="muted">{lead}</p>}
          </div>
          {actions}
        </header>
        {children}
      </div>
    </div>
  )
}

/** A part of a view with its own heading and a count. */
export function Section(props: {
  title: string
  count?: number
  actions?: ComponentChildren
  children: ComponentChildren
}) {
  const { title, count, actions, children } = props
  return (
    <section class="part" aria-label={title}>
      <header class="part-head">
        <h2>{title}</h2>
        {count !== undefined && <span class="column-count">{counted(count)}</span>}
        {actions}
      </header>
      {children}
    </section>
  )
}
