import { devNull } from "node:os"

/**
 * The environment of a git that we start. Git tells the programs that it runs (a hook, an alias, a rebase) by GIT_DIR,
 * GIT_INDEX_FILE and others in which repository they are. Ours is about the directory that it is given, so only what
 * says who and how stays: the author, the settings, the way to a remote.
 */
export function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^GIT_/i.test(name) || stays.test(name))
  return { ...Object.fromEntries(kept), ...ours }
}

/** The same for a command that is not git: it keeps all that does not say which repository. */
export function withoutRepository(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !says.test(name)))
}

// --- internal ---

/** What `git rev-parse --local-env-vars` names, but for settings. */
const says =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|PREFIX|NAMESPACE|IMPLICIT_WORK_TREE|GRAFT_FILE|SHALLOW_FILE|NO_REPLACE_OBJECTS|REPLACE_REF_BASE)$/i

const stays =
  /^GIT_(?:AUTHOR_|COMMITTER_|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_|VALUE_)|SSH|SSL_|EXEC_PATH$|PROXY_|CEILING_DIRECTORIES$|DISCOVERY_ACROSS_FILESYSTEM$)/

const ours = {
  // Nobody is there who could answer.
  GIT_TERMINAL_PROMPT: "0",
  GIT_EDITOR: ":",
  GIT_PAGER: "",
  // A path is a path, whatever characters are in it.
  GIT_LITERAL_PATHSPECS: "1",
  // Reading the state of a tree writes nothing into its index.
  GIT_OPTIONAL_LOCKS: "0",
  // What a commit holds is what it holds in every clone, whatever this one would show in its place.
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: devNull,
  // Its messages are read.
  LC_ALL: "C",
  LANGUAGE: "",
}
