/**
 * A value in several languages. The field holds the university's own; beside it stands a field for each language, such as
 * `nameDe`, which may be empty: where it is, the university's own is shown. They are fields like any other: what validation,
 * rights, history, files and bulk work do with a field they do with these.
 */
import type { FieldSpec, Fields } from './field.ts'
import type { AnyResource } from './resource.ts'
import { type Language, languages } from './vocabulary.ts'

/** The field whose value a field says in a language. */
export interface Translates {
  readonly field: string
  readonly language: Language
}

/** `nameDe` */
export const translationName = (name: string, language: Language) => `${name}${language.charAt(0).toUpperCase()}${language.slice(1)}`

export const isTranslated = ({ options }: FieldSpec) => 'translated' in options && options.translated === true

/** The field that a field says in another language; undefined of any other. */
export const translates = ({ options }: FieldSpec): Translates | undefined => ('translates' in options ? options.translates : undefined)

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

/** Fields with those beside them that say them in other languages. */
export function withTranslations<F extends Fields>(fields: F): F {
  const all = Object.entries(fields).flatMap(([name, spec]): [string, FieldSpec][] => [
    [name, spec],
    ...(isTranslated(spec)
      ? languages.map((language): [string, FieldSpec] => [translationName(name, language), inLanguage(spec, name, language)])
      : []),
  ])
  // A name that is declared stays what it is: the start refuses it.
  return { ...Object.fromEntries(all), ...fields }
}

/** Limits, shape and rights are those of the field; it may be empty, and has no component of its own. */
function inLanguage({ kind, options }: FieldSpec, field: string, language: Language): FieldSpec {
  const { read, write, writeOnce, bulk, asksPassword, later, was } = options
  const former = typeof was === 'string' ? [was] : was
  const { min, max, pattern } = options as { min?: number; max?: number; pattern?: string } // of a text, which alone is translated
  const kept = { min, max, pattern, read, write, writeOnce, bulk, asksPassword, later }
  return {
    kind,
    options: {
      ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
      ...(former && { was: former.map((name) => translationName(name, language)) }),
      optional: true,
      translates: { field, language },
    },
  } as FieldSpec // of the same kind
}

/** The name of a language in another: `German` in English. */
export const languageName = (code: Language, language: Language) => new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code

/** Tells whether a field says another in a language: in the university's own there is nothing to say beside that other. */
export const saysIn = (resource: AnyResource, name: string, language: string | undefined): boolean => {
  const spec = resource.fields[name]
  return spec !== undefined && language !== undefined && translates(spec)?.language === language
}
