/** What is loaded when a change is drawn for the first time. */
export { ChangeView } from "./change-view.tsx"
export { FileList } from "./file-list.tsx"
export { readChange } from "./read-change.ts"
