/** The pages of `docs/` that the package holds, for users. The others are for who works on Upnext. */
export const userPages = [
  "agents",
  "checks",
  "commands",
  "coming-from",
  "export",
  "http",
  "import",
  "operations",
  "plan",
  "postgres",
  "rules",
  "sessions",
  "settings",
  "trees",
  "access",
  "upgrading",
].map((name) => `docs/${name}.md`)
