import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

const report = process.env["UPNEXT_TEST_REPORT"]

/** They replace the `fetch` of their process, as a command does. */
const ofTerminal = "test/terminal/**/*.test.ts"
const ofBrowser = "test/dashboard/**/*.test.ts"

/** Short files that take long. Vitest begins with the largest files of a project, and would end with these, one core idle. */
const long = ["habits/habits.test.ts", "dashboard/every-view.test.ts"]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(`/${name}`))
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project)
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))]
    })
  }
}

export default defineConfig({
  test: {
    // PostgreSQL starts with the first file that needs it; this ends it.
    globalSetup: "test/support/postgres-setup.ts",
    // What is built runs as it is.
    server: { deps: { external: [/\/dist\/[^/]+\.js$/] } },
    // Some machines set it, and each process of Node would then read some hundred certificates that no test needs.
    env: { NODE_EXTRA_CA_CERTS: "" },
    // The longest take half a minute alone, and four files run at once on two cores.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // As long as Playwright waits. The default of a second is too short for a page on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    // Tests wait for servers, browsers and kills for a third of their time, so four workers keep two cores busy. All
    // projects are one queue, in the order of their names, so that the cores are busy to the end, where the files are the
    // shortest.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "all else",
          // Most of the time went into loading the same modules for each file anew. So a helper sets no hooks when it is
          // loaded: they would hold for the first file only.
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [ofBrowser, ofTerminal],
          globalSetup: "test/support/build-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "terminal",
          isolate: false,
          include: [ofTerminal],
          globalSetup: ["test/support/shells-setup.ts", "test/support/build-setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "dashboard",
          isolate: false,
          setupFiles: "test/dashboard/setup.ts",
          include: [ofBrowser],
          globalSetup: ["test/support/browser-setup.ts", "test/support/build-setup.ts"],
        },
      },
    ],
    reporters: report ? ["default", "json"] : ["default"],
    ...(report && { outputFile: { json: report } }),
  },
})
