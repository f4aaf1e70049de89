import { Page } from "./page.tsx"

export function NeedsYou() {
  return <Page title="NeedsYou">{null}</Page>
}
