export declare const whereRun: Readonly<Record<'both' | 'postgres' | 'embedded', readonly string[]>>
