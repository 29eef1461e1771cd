export declare const whereRun: Readonly<Record<'both' | 'postgres' | 'embedded', readonly string[]>>
export declare const liesIn: (place: string, file: string) => boolean
export declare const leftOut: (database: string | undefined) => string[]
