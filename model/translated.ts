/**
 * A value in several languages. The field holds the university's own; beside it stands a field for each language, such as
 * `nameDe`, which may be empty: where it is, the university's own is shown. They are fields like any other: what validation,
 * rights, history, files and bulk work do with a field they do with these.
 */
import type { FieldSpec, Fields } from './field.ts'
import type { Translates } from './kind.ts'
import { type Language, languages } from './vocabulary.ts'

/** `nameDe` */
export const translationName = (name: string, language: Language) => `${name}${language.charAt(0).toUpperCase()}${language.slice(1)}`

export const isTranslated = ({ options }: FieldSpec) => 'translated' in options && options.translated === true

/** The field that a field says in another language; undefined of any other. */
export const translates = ({ options }: FieldSpec): Translates | undefined => ('translates' in options ? options.translates : undefined)

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
  const { read, write, writeOnce, bulk, asksPassword, power, later, was } = options
  const former = typeof was === 'string' ? [was] : was
  const { min, max, pattern } = options as { min?: number; max?: number; pattern?: string } // of a text, which alone is translated
  const kept = { min, max, pattern, read, write, writeOnce, bulk, asksPassword, power, later }
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
