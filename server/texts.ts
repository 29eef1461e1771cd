import type { Language } from '#model/vocabulary.ts'

/** Texts of the server, from the same locale files as the browser's. */
export interface Texts {
  /** The text of `<namespace>:<key>` in a language, `{{name}}` filled in; English where the language has none. Throws for a key that English lacks. */
  text(language: Language, key: string, params?: { readonly [name: string]: string | number }): string
}
