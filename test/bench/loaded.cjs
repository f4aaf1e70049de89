/** Required before a program: at its end it prints the bytes of all files that were loaded as code. */
const { statSync } = require("node:fs")

process.once("exit", () => {
  const files = Object.keys(require.cache).filter((path) => path !== __filename)
  process.stdout.write(String(files.reduce((sum, path) => sum + statSync(path).size, 0)))
})
