import { accessCommand } from "../access/access-command.ts"
import { tellToken } from "../access/tell-token.ts"

export default accessCommand({
  name: "token create",
  operation: "token.create",
  summary: "Make a token, which is printed once; and its account, where there is none",
  rename: { account: "name" },
  omit: ["full"],
  examples: [
    [
      "token create --name ada --person",
      "the first one is an admin's; from then on the board asks for tokens",
    ],
    ["token create --name ci --agent ann --expires 30d", "the account ci, which works as ann only"],
    ["token create --name ops --role manage", "read, work, manage or admin; default: work"],
  ],
  about: [
    "The token alone is on standard output, all else on standard error: `TOKEN=$(upnext token create --name ci)`. Only its hash is kept.",
  ],
  print: (answer) => tellToken(answer),
})
