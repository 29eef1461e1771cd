export interface FoundLanguage {
  readonly code: string
  readonly facts: { readonly [part: string]: unknown }
}
export function readLanguages(folder: string, base?: string): FoundLanguage[]
export function languageModule(name: string, folder: string, base?: string): string
export const languageModules: readonly {
  readonly path: string
  readonly name: string
  readonly folder: string
}[]
export function writeLanguages(base?: string): void
