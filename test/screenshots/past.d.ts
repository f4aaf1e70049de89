export declare function writePast(home: string): ReadonlyMap<string, string>
