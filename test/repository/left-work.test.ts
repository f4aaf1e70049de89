import { expect, test } from "vitest"
import { gitIn } from "../../src/repository/git.ts"
import { repositoryName } from "../../src/repository/left-work.ts"
import { gitEnv, realRepository } from "./real-git.ts"

test.each([
  ["https://ann:secret@example.com/shop.git", "https://example.com/shop.git"],
  ["hg::https://ann:secret@example.com/shop", "hg::https://example.com/shop"],
  ["https://example.com/shop?private_token=secret", "https://example.com/shop"],
  ["git@example.com:ann/shop.git", "git@example.com:ann/shop.git"],
])("the board learns no credentials of a remote: %s", async (url, shown) => {
  const { root, git } = realRepository()
  git("remote", "add", "origin", url)
  expect(await repositoryName(gitIn(root, gitEnv), root)).toBe(shown)
})
