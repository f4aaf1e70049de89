// What the thread of the past runs.
void import("../server.ts").then(async ({ pastThread }) => (await pastThread()).serveThread())

export {}
