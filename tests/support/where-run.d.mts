export declare const whereRun: Readonly<Record<'both' | 'postgres' | 'embedded', readonly string[]>>
export declare const leftOut: (database: string | undefined) => string[]
