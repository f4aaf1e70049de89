import { Page } from "./page.tsx"

export function Flow() {
  return <Page title="Flow">{null}</Page>
}
