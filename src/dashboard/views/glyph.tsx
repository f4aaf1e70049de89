export const glyphs = {
  board: "M2.5 3h3v10h-3zM6.5 3h3v7h-3zM10.5 3h3v4.5h-3z",
  inbox: "M2.5 9 4.4 3.4h7.2L13.5 9v3.6h-11zm0 0h3.2c.2 1.3 1 2 2.3 2s2.1-.7 2.3-2h3.2",
  team: "M6 7.6a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6ZM1.8 13c.4-2.3 2-3.4 4.2-3.4s3.8 1.1 4.2 3.4M10.6 3.3a2.2 2.2 0 0 1 0 4M12 9.9c1.2.5 2 1.6 2.2 3.1",
  activity: "M1.8 8.5h2.7L6.4 3.6l3.2 8.8 1.8-3.9h2.8",
  flow: "M2.5 2.5v11h11M5 10.5l2.6-3.3 2.2 1.7 3.4-4.4",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  play: "M5 3.4v9.2L12.2 8z",
  host: "M2.5 3h11v7.5h-11zM5.5 13.2h5M8 10.5v2.7",
  down: "m4.5 6.5 3.5 3.5 3.5-3.5",
} as const

export function Glyph({ name }: { name: keyof typeof glyphs }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={glyphs[name]} class="line" />
    </svg>
  )
}
