import js from "@eslint/js"
import tseslint from "typescript-eslint"

/** The files with a function of more than 80 lines, each with the reason why it is one. There are never more than twelve. */
const longFunctions = [
  ["domain/evolve/evolve.ts", "A table: one entry for each type of event."],
  ["domain/collections/sorted-set.ts", "One structure over shared arrays; it is in every claim."],
  ["search/postings.ts", "One structure over shared typed arrays."],
]

export default tseslint.config(
  // Programs that are compiled by their test, beside a generated client.
  { ignores: ["dist/", ".dist-*/", "test/http/docs/clients/"] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-unnecessary-condition": ["error", { allowConstantLoopConditions: true }],
      // Our objects are closures: their methods know no `this`.
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_$", ignoreRestSiblings: true },
      ],
      "no-console": "error",
      // The compiler refuses enums, and there are next to no classes. These three took a third of the time of all rules.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "@typescript-eslint/no-generated-empty-object-type": "off",
    },
  },
  {
    files: ["src/**"],
    rules: { "max-lines-per-function": ["error", { max: 80 }] },
  },
  ...longFunctions.map(([file]) => ({
    files: [`src/${file}`],
    rules: { "max-lines-per-function": "off" },
  })),
  {
    // A test looks at answers as they come off the wire; to type them first would test the types.
    files: ["test/**"],
    rules: {
      ...Object.fromEntries(
        ["assignment", "member-access", "argument", "call", "return"].map((what) => [
          `@typescript-eslint/no-unsafe-${what}`,
          "off",
        ]),
      ),
      "no-console": "off",
    },
  },
  { files: ["**/*.js", "**/*.cjs"], ...tseslint.configs.disableTypeChecked },
  { files: ["**/*.js", "**/*.cjs"], rules: { "no-console": "off", "no-undef": "off" } },
)
