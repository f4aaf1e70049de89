export declare function addPresent(url: string, ids: ReadonlyMap<string, string>): Promise<void>
export declare function renewBriefly(url: string, ids: ReadonlyMap<string, string>): Promise<void>
export declare function ask(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  agent?: string,
): Promise<unknown>
