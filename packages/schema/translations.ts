/** Looks up the translations of a resource's fields. */
import { memoize } from './memoize.ts'
import type { AnyResource } from './resource.ts'
import { fieldEntries } from './resource-fields.ts'
import { isTranslated, translationName, translationOf } from './translated-fields.ts'
import type { Language } from './vocabulary.ts'

/** The field and its translations, the field first. */
export const nameAndTranslations = (resource: AnyResource, name: string): readonly string[] => [
  name,
  ...translationsOf(resource, name),
]

/** A field that translates another one, and its language. */
interface Translation {
  readonly name: string
  readonly language: Language
}

const translationsByField = memoize(
  (resource: AnyResource): ReadonlyMap<string, readonly Translation[]> => {
    const found = new Map<string, readonly Translation[]>()
    for (const [name, spec] of fieldEntries(resource)) {
      const { field, language } = translationOf(spec) ?? {}
      // Validation at startup reports a translation that was declared by hand.
      if (
        field === undefined ||
        language === undefined ||
        name !== translationName(field, language)
      )
        continue
      const source = resource.fields[field]
      if (source && isTranslated(source))
        found.set(field, [...(found.get(field) ?? []), { name, language }])
    }
    return found
  },
)

/** The translations of a field with their languages; empty if it is not translated. */
export const translationsWithLanguage = (
  resource: AnyResource,
  name: string,
): readonly Translation[] => translationsByField(resource).get(name) ?? []

/** The translations of a field; empty if it is not translated. */
export const translationsOf = (resource: AnyResource, name: string): readonly string[] =>
  translationsWithLanguage(resource, name).map((translation) => translation.name)

/**
 * The translation to try first for a reader of the language; undefined if the field is not
 * translated.
 */
export const findTranslation = (
  resource: AnyResource,
  name: string,
  language: Language | null,
): string | undefined =>
  language === null
    ? undefined
    : translationsOf(resource, name).find((one) => one === translationName(name, language))

/**
 * The value to show to a reader of the language, and whether it is the university's original text.
 */
export function localizedValue(
  resource: AnyResource,
  record: { readonly [field: string]: unknown },
  name: string,
  language: Language | null,
): { readonly value: unknown; readonly isOriginal: boolean } {
  const other = findTranslation(resource, name, language)
  const value = other === undefined ? undefined : record[other]
  return value === undefined || value === null || value === ''
    ? { value: record[name], isOriginal: true }
    : { value, isOriginal: false }
}

/** Whether the field is a translation into the language. */
export const isTranslationInto = (
  resource: AnyResource,
  name: string,
  language: string | undefined,
): boolean => {
  const spec = resource.fields[name]
  return spec !== undefined && language !== undefined && translationOf(spec)?.language === language
}
