export declare const flags: string[]
export declare function findChromium(): string | undefined
export declare function findWindowless(): string | undefined
