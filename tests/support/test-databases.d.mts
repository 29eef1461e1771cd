type Entry = 'both' | 'postgres' | 'embedded'

export declare const whereRun: Readonly<Record<Entry, readonly string[]>>
export declare const liesIn: (place: string, file: string) => boolean
export declare const databasesOf: (file: string) => Entry | undefined
export declare const databaseTests: () => string[]
export declare const leftOut: (entries: string | undefined) => string[]
