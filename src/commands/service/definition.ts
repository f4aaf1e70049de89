export interface ServiceDefinition {
  readonly command: readonly string[]
  /** The log of the home. Standard error is appended to it. */
  readonly log: string
}

/** In the first lines of a file that `service install` wrote. It replaces no other. */
export const ownMark = "Written by `upnext service install`, which replaces it."

/** As long as a stop may take, in seconds: the checkpoint of a large board takes some. */
const stopSeconds = 40

/**
 * A unit of systemd for one user. Standard output goes nowhere: what `start` shows is for a terminal. A wrong setting
 * (status 2) is not tried again, and nothing else more than five times a minute.
 */
export function toUnit({ command, log }: ServiceDefinition): string {
  return `# ${ownMark}
[Unit]
Description=Upnext hands out work to agents and people
StartLimitIntervalSec=60
StartLimitBurst=5

[Service]
Type=exec
ExecStart=${command.map(quoteForUnit).join(" ")}
StandardOutput=null
StandardError=append:${log.replaceAll("%", "%%")}
Restart=on-failure
RestartSec=2
RestartPreventExitStatus=2
TimeoutStopSec=${stopSeconds}

[Install]
WantedBy=default.target
`
}

/** An agent of launchd, as a property list. launchd itself waits ten seconds before it starts a program again. */
export function toPropertyList({ command, log }: ServiceDefinition): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${ownMark} -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>upnext</string>
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    <string>${escapeXml(word)}</string>\n`).join("")}  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ExitTimeOut</key>
  <integer>${stopSeconds}</integer>
  <key>StandardOutPath</key>
  <string>/dev/null</string>
  <key>StandardErrorPath</key>
  <string>${escapeXml(log)}</string>
</dict>
</plist>
`
}

// --- internal ---

/** Quotes a word of a command in a unit: as in C, and with `%` and `$` doubled (systemd.service(5)). */
function quoteForUnit(word: string): string {
  const escaped = word
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("\n", "\\n")
    .replaceAll("%", "%%")
    .replaceAll("$", () => "$$")
  return /^[\w@=+:,./-]+$/.test(escaped) ? escaped : `"${escaped}"`
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
