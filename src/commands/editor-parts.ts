// What `dist/editor.cjs` holds, for a task that is edited in an editor. No other command loads it.

export const editor = () => import("./editor/edit-document.ts")
