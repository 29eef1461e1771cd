type Texts = Map<string, string>
export function textsOf(language: string, folders: readonly string[], base?: string): Texts
export function wantedOf(language: string, english: Texts): Texts
export function faultsOf(language: string, texts: Texts, english: Texts): string[]
export function tableOf(language: string, texts: Texts, english: Texts): string
export function readTable(table: string): Texts
export function writeTexts(folder: string, texts: Texts, order: readonly string[]): void
