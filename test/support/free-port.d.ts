export declare function freePort(): Promise<number>
export declare function lastingPort(): Promise<number>
