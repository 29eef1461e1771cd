type Texts = Map<string, string>
export function translationTexts(language: string, folders: readonly string[], base?: string): Texts
export function requiredTexts(language: string, english: Texts): Texts
export function translationProblems(language: string, texts: Texts, english: Texts): string[]
export function translationTable(language: string, texts: Texts, english: Texts): string
export function parseTranslationTable(table: string): Texts
export function writeTexts(folder: string, texts: Texts, order: readonly string[]): void
