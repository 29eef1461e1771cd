type Entry = 'both' | 'postgres' | 'embedded'

export declare const databasesByPath: Readonly<Record<Entry, readonly string[]>>
export declare const isInPlace: (place: string, file: string) => boolean
export declare const databasesOf: (file: string) => Entry | undefined
export declare const databaseTests: () => string[]
export declare const excludedTests: (entries: string | undefined) => string[]
