import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { upnext } from "../commands/upnext.ts"

test.each(["{}", '{"task":7,"tasks":{"a":1},"token":null,"account":"x","agents":null}'])(
  "an answer that is none of this command is said, not taken for a fault of ours: %s",
  async (answer) => {
    const server = createServer((req, res) => {
      res.writeHead(req.method === "POST" ? 201 : 200, {
        "content-type": "application/json",
        "upnext-seq": "1",
      })
      res.end(answer)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    for (const command of [
      "token create --name ci",
      "token rotate ci",
      "list",
      "show T-1",
      "add Paint",
      "agent list",
    ]) {
      const { stderr } = await upnext([...command.split(" "), "--url", url, "--token", "t"])
      expect(stderr, command).not.toContain("should not have happened")
      expect(stderr, command).toContain(`This version of Upnext cannot read the response from ${url}`)
    }
  },
)
