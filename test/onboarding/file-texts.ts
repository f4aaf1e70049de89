const crlf = (text: string) => text.replaceAll("\n", "\r\n")
export const bom = "\uFEFF"

/** Files of settings as people have them. Each is read by the client under test, so each gets an entry. */
export const jsonTexts: Record<string, string> = {
  "an empty file": "",
  "a blank file": "\n\n",
  "an empty object": "{}\n",
  "an empty object with a space": "{ }",
  "an empty object on two lines": "{\n}\n",
  "a comment in an empty object": "{\n  // nothing yet\n}\n",
  "one line": '{"a": 1, "b": [1, 2]}',
  "one line with a trailing comma": '{"a": 1,}\n',
  "no line break at the end": '{\n  "a": 1\n}',
  comments: '// mine\n{\n  "b": 2, // two\n  /* a */ "a": 1 // one\n  // "c": 3\n}\n',
  "a comment over several lines": '{\n  "a": 1 /* one\n  and more */\n}\n',
  "trailing commas": '{\n  "b": 2,\n  "a": { "x": 1, },\n}\n',
  "a comment before the trailing comma": '{\n  "a": 1 /* one */, // note\n}\n',
  tabs: '{\n\t"b": 2,\n\t"a": {\n\t\t"x": 1\n\t}\n}\n',
  "four spaces": '{\n    "a": 1\n}\n',
  CRLF: crlf('{\n  "b": 2,\n  "a": 1\n}\n'),
  "a byte order mark": `${bom}{\n  "a": 1\n}\n`,
  "a byte order mark and CRLF": bom + crlf('{\n  "a": 1 // one\n}\n'),
  "another server": '{\n  "MCP": {\n    "other": { "command": "x" } // theirs\n  }\n}\n',
  "another server on one line": '{"MCP": {"other": {"command": "x"}}}',
  "no server yet": '{\n  "MCP": {},\n  "a": 1\n}\n',
  "hooks of others":
    '{\n  "hooks": {\n    "START": [\n      { "hooks": [{ "type": "command", "command": "echo hi" }] }\n    ]\n  },\n  "a": 1\n}\n',
}

export const markdownTexts: Record<string, string> = {
  "an empty file": "",
  "a blank file": "\n",
  "one line": "# Rules\n",
  "no line break at the end": "# Rules\n\nBe kind.",
  "blank lines at the end": "# Rules\n\n\n",
  CRLF: crlf("# Rules\n\nBe kind.\n"),
  "a byte order mark": `${bom}# Rules\n`,
}

export const tomlTexts: Record<string, string> = {
  "an empty file": "",
  "keys and tables":
    'model = "x" # note\n\n[mcp_servers.other]\ncommand = "y"\nargs = [\n  "a", # first\n  "b",\n]\n',
  "strings that look like markers":
    "a = '''\n[mcp_servers.upnext]\n'''\nb = \"\"\"\n# upnext:begin? no\n\"\"\"\n",
  "inline tables and dates": "a = { b = 1, c.d = [1, 2] }\nwhen = 2026-01-01 10:00:00\n[[list]]\nx = 1.5e3\n",
  CRLF: crlf('model = "x"\n[a.b]\nc = true\n'),
  "a byte order mark": `${bom}model = "x"\n`,
  "no line break at the end": 'model = "x"',
}

/** Whether a text is nothing, or JSON without comments and trailing commas. */
export function isPlain(text: string): boolean {
  try {
    return text.trim() === "" || JSON.parse(text.replace(bom, "")) !== undefined
  } catch {
    return false
  }
}
