import { Page } from "./page.tsx"

export function Activity() {
  return <Page title="Activity">{null}</Page>
}
