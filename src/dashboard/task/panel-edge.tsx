import { useLayoutEffect, useState } from "preact/hooks"
import { session } from "../api/session.ts"

/** The edge by which the panel is made wider or narrower, by pointer or by arrow keys. The width is remembered. */
export function PanelEdge() {
  const [width, setWidth] = useState(session.panelWidth)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    if (width === null) style.removeProperty("--panel-width")
    else style.setProperty("--panel-width", `${width}px`)
  }, [width])

  function change(next: number | null) {
    const fitting = next === null ? null : Math.round(Math.min(Math.max(next, least), mostOf()))
    setWidth(fitting)
    session.setPanelWidth(fitting)
  }

  return (
    <div
      class="panel-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the panel"
      aria-valuemin={least}
      aria-valuemax={mostOf()}
      aria-valuenow={width ?? usual}
      title="Drag to change the width, double-click to reset it"
      onDblClick={() => change(null)}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX }) => {
        if (currentTarget.hasPointerCapture(pointerId)) change(innerWidth - clientX)
      }}
      onKeyDown={(event) => {
        const by = { ArrowLeft: step, ArrowRight: -step }[event.key]
        if (by === undefined) return
        event.preventDefault()
        event.stopPropagation()
        change((event.currentTarget.nextElementSibling?.clientWidth ?? usual) + by)
      }}
    />
  )
}

// --- internal ---

/** All in pixels. */
const least = 320
const usual = 480
const step = 32

/** The view beside the panel keeps so much. */
const leastView = 360

function mostOf(): number {
  return Math.max(least, innerWidth - leastView)
}
