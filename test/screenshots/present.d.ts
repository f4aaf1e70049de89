export declare function addPresent(url: string, ids: ReadonlyMap<string, string>): Promise<void>
export declare function renewBriefly(url: string, ids: ReadonlyMap<string, string>): Promise<void>
