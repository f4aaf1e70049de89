/** Whether a file can change which command a check runs, by the name that the usual tools give it. */
export function namesCommands(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1)
  return names.has(name.toLowerCase()) || ending.test(name) || path.startsWith(".github/workflows/")
}

// --- internal ---

const names = new Set(
  [
    ".upnext.json .worktreeinclude package.json .npmrc deno.json deno.jsonc bunfig.toml",
    "makefile gnumakefile justfile .justfile rakefile taskfile.yml taskfile.yaml earthfile",
    "pyproject.toml setup.py setup.cfg tox.ini noxfile.py conftest.py pytest.ini cargo.toml",
    "composer.json gemfile mix.exs go.work build.xml pom.xml gradlew mvnw cmakelists.txt",
    "build.sbt meson.build build.bazel workspace dockerfile .gitlab-ci.yml .gitattributes",
  ].flatMap((line) => line.split(" ")),
)

/** `build.gradle.kts`, `rules.mk`, `vitest.config.ts`. */
const ending = /\.gradle(?:\.kts)?$|\.mk$|\.cmake$|\.config\.[cm]?[jt]s$/
