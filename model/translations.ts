/** Values in several languages, as a resource has them. */
import type { AnyResource } from './resource.ts'
import { isTranslated, translates, translationName } from './translated.ts'
import { type Language, languages } from './vocabulary.ts'

/** The fields that say a field in each language, the field itself first. */
export const inAllLanguages = (resource: AnyResource, name: string): readonly string[] => [name, ...translationsOf(resource, name)]

/** The fields that say a field in each language; none where it is in one language alone. */
export function translationsOf(resource: AnyResource, name: string): readonly string[] {
  const spec = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined
  return spec && isTranslated(spec) ? languages.map((language) => translationName(name, language)) : []
}

/** The field to read for a person of a language before the field itself; undefined where it is in one language alone. */
export const translationIn = (resource: AnyResource, name: string, language: Language | null): string | undefined =>
  language === null ? undefined : translationsOf(resource, name).find((one) => one === translationName(name, language))

/** The value of a field as a person of a language is shown it, and whether it is the university's own. */
export function shownIn(
  resource: AnyResource,
  record: { readonly [field: string]: unknown },
  name: string,
  language: Language | null,
): { readonly value: unknown; readonly isOwn: boolean } {
  const other = translationIn(resource, name, language)
  const value = other === undefined ? undefined : record[other]
  return value === undefined || value === null || value === '' ? { value: record[name], isOwn: true } : { value, isOwn: false }
}

/** The name of a language in another: `German` in English. */
export const languageName = (code: Language, language: Language) => new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code

/** Tells whether a field says another in a language: in the university's own there is nothing to say beside that other. */
export const saysIn = (resource: AnyResource, name: string, language: string | undefined): boolean => {
  const spec = resource.fields[name]
  return spec !== undefined && language !== undefined && translates(spec)?.language === language
}
