/** Removes control and bidirectional characters, which could control the terminal. Newlines and tabs stay. */
export function clean(text: string): string {
  return text.replace(escapes, "").replace(steering, "")
}

// --- internal ---

const escapes = /\u{1b}\[[0-?]*[ -/]*[@-~]/gu // eslint-disable-line no-control-regex -- the escape is what is looked for
const steering = /[^\P{Cc}\n\t]|\p{Bidi_Control}|[\u2028\u2029]/gu
