/**
 * Values in several languages. The field itself holds the university's own wording. Next to it
 * there is one optional field per language, such as `nameDe`; if that is empty, the university's
 * wording is shown. These translations are ordinary fields for validation, permissions, history,
 * import and export, and bulk edits.
 */
import type { FieldSpec, Fields } from './field.ts'
import { languagesOf, type Translates } from './field-type.ts'
import type { Languages } from './languages.ts'
import type { Language } from './vocabulary.ts'

/** Name of the translation of a field, such as `nameDe`. */
export const translationName = (name: string, language: Language) =>
  `${name}${language.charAt(0).toUpperCase()}${language.slice(1)}`

/** The names that a translated field reserves for its translations. */
export const translationNames = (name: string, languages: Languages) =>
  languages.map((language) => translationName(name, language))

export const isTranslated = ({ options }: FieldSpec) =>
  'translated' in options && options.translated === true

/** The field that this one translates, and the language; undefined if it is not a translation. */
export const translationOf = ({ options }: FieldSpec): Translates | undefined =>
  'translates' in options ? options.translates : undefined

/** Adds the translations of every translated field, each after its field. */
export function withTranslations<F extends Fields>(fields: F): F {
  const all = Object.entries(fields).flatMap(([name, spec]): [string, FieldSpec][] => [
    [name, spec],
    ...(isTranslated(spec)
      ? languagesOf(spec).map((language): [string, FieldSpec] => [
          translationName(name, language),
          translationField(spec, name, language),
        ])
      : []),
  ])
  // A declared field with the name of a translation wins here. Validation at startup rejects it.
  return { ...Object.fromEntries(all), ...fields }
}

/**
 * A translation has the limits, pattern and permissions of its field. It is optional and never has
 * a custom component.
 */
function translationField(spec: FieldSpec, field: string, language: Language): FieldSpec {
  const { options } = spec
  const {
    read,
    write,
    writeOnce,
    bulk,
    requiresReauthentication,
    power,
    hiddenOnCreate,
    renamedFrom,
  } = options
  const former = typeof renamedFrom === 'string' ? [renamedFrom] : renamedFrom
  // Only text is translated.
  const { min, max, pattern } = options as { min?: number; max?: number; pattern?: string }
  const inherited = {
    min,
    max,
    pattern,
    read,
    write,
    writeOnce,
    bulk,
    requiresReauthentication,
    power,
    hiddenOnCreate,
  }
  return {
    ...spec,
    options: {
      ...Object.fromEntries(Object.entries(inherited).filter(([, value]) => value !== undefined)),
      ...(former && { renamedFrom: former.map((name) => translationName(name, language)) }),
      optional: true,
      translates: { field, language },
    },
  } as FieldSpec // same field type
}
