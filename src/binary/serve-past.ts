// What the thread of the past runs.
void import("../commands/server-parts.ts").then(async ({ pastThread }) => (await pastThread()).serveThread())

export {}
