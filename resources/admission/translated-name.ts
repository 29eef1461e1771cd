/** Names in the university's own language, with their translations. */
import * as z from 'zod/mini'

/** Translations of a name by language code; null if it is only in the university's language. */
export const nameTranslations = z.nullable(z.record(z.string(), z.string()))

/** A name in the university's own language, with its translations. */
export interface TranslatedName {
  readonly name: string
  readonly names: { readonly [language: string]: string } | null
}

/** Returns the name in a language. Falls back to the university's own. */
export const nameIn = ({ name, names }: TranslatedName, language: string) =>
  names?.[language] ?? name
