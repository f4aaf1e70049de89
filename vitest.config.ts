import { defineConfig } from "vitest/config"

const report = process.env["UPNEXT_TEST_REPORT"]

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // PostgreSQL starts with the first file that needs it; this ends it.
    globalSetup: "test/support/postgres-setup.ts",
    // What is built runs as it is.
    server: { deps: { external: [/\/dist\/[^/]+\.js$/] } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Real servers, real kills and a real browser share two cores: more at once only makes each wait for the other.
    maxWorkers: 2,
    reporters: report ? ["default", "json"] : ["default"],
    ...(report && { outputFile: { json: report } }),
  },
})
