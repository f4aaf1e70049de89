/** Starts a new journal in a home, with its header. Each line carries the checksum of the one before it. */
export function openJournal(home: string): { line(entry: object): void; close(): void }
