export interface FoundLanguage {
  readonly code: string
  readonly facts: { readonly [part: string]: unknown }
}
export function languagesIn(folder: string, base?: string): FoundLanguage[]
export function moduleOf(name: string, folder: string, base?: string): string
export const modules: readonly { readonly path: string; readonly name: string; readonly folder: string }[]
export function writeLanguages(base?: string): void
