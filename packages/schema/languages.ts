/**
 * Languages of the interface. An application passes their codes to `createFields`,
 * `createSystemResources` and `createRegistry`. Their names and formats come from `Intl`.
 */
import type { Language } from './vocabulary.ts'

/** Codes of the languages of an application; the first is the default and fallback. */
export type Languages = readonly [Language, ...Language[]]

/** The languages of an application that names none. Texts in declarations are English. */
export const onlyEnglish = ['en' as string as Language] as const satisfies Languages

/** The name of a language, in `language`: `German` in English. */
export const languageName = (code: string, language: string) =>
  new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code

/** The name of a language in the language itself, as in language menus: `Română`. */
export function ownLanguageName(code: string): string {
  const name = languageName(code, code)
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

/** Label of a language as a choice, used if no locale file has one: the language's own name. */
export function languageLabel(key: string): string | undefined {
  const code = /\.choices\.language\.([a-z]{2})$/.exec(key)?.[1]
  return code === undefined ? undefined : ownLanguageName(code)
}

/** The languages as choices of a field. */
export const languageChoices = <L extends Language>(languages: readonly L[]) =>
  Object.fromEntries(languages.map((code) => [code, {}])) as { readonly [Code in L]: object }
