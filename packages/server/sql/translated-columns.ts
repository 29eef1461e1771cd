/** Translated texts in typed SQL. */

import { translationName } from '@matricola/schema/translated-fields.ts'
import { translationsOf, translationsWithLanguage } from '@matricola/schema/translations.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { translationsColumnOf } from '../database/names.ts'
import { ColumnName, expr, raw, type SqlExpression, type SqlPart } from './typed.ts'
import { orderSql, valueSql } from './value-sql.ts'

/**
 * SQL for a translated text in a language; null if there is no translation. Throws if the field is
 * not translated.
 */
function translationSql(value: SqlPart, language: Language): string {
  const { declaredField, alias } = getTranslatedColumn(value)
  return valueSql(declaredField.resource, translationName(declaredField.field, language), alias)
}

function getTranslatedColumn(value: SqlPart): {
  readonly declaredField: NonNullable<ColumnName['declaredField']>
  readonly alias: string
} {
  const { declaredField, alias } = value instanceof ColumnName ? value : {}
  if (
    !declaredField ||
    !alias ||
    translationsOf(declaredField.resource, declaredField.field).length === 0
  )
    throw new Error('only translated fields have values by language')
  return { declaredField, alias }
}

/**
 * Returns a translated text in the language that a row names, such as that of an email's recipient.
 * Falls back to the university's text.
 */
export function inLanguageOf<T extends string | null>(
  value: SqlExpression<T>,
  language: SqlExpression<string | null>,
): SqlExpression<T> {
  const { declaredField, alias } = getTranslatedColumn(value)
  return expr<T>`coalesce(${raw(`${alias}.${translationsColumnOf(declaredField.field)}`)} -> ${language} ->> 'text', ${value})`
}

/**
 * Returns a translated text, or its sort key, in the reader's language. Falls back to the
 * university's text if there is no translation or `language` is null.
 */
export function inLanguage<T extends string | null>(
  value: SqlExpression<T>,
  language: Language | null,
): SqlExpression<T> {
  if (language === null) return value
  const { declaredField, alias } = value instanceof ColumnName ? value : {}
  const field = declaredField?.field.replace(/Key$/, '')
  if (
    declaredField &&
    alias &&
    field !== undefined &&
    field !== declaredField.field &&
    !Object.hasOwn(declaredField.resource.fields, declaredField.field)
  )
    return raw(orderSql(declaredField.resource, field, { alias, language }))
  return expr<T>`coalesce(${raw(translationSql(value, language))}, ${value})`
}

/** Whether the text has a translation in the reader's language. */
export const isTranslatedIn = (
  value: SqlExpression<string | null>,
  language: Language | null,
): SqlExpression<boolean> =>
  raw(language === null ? 'false' : `(${translationSql(value, language)} is not null)`)

/** Returns all translations of a text by language code; null if there are none. */
export function allTranslations(
  value: SqlExpression<string | null>,
): SqlExpression<TranslatedTexts | null> {
  const { declaredField } = getTranslatedColumn(value)
  const texts = translationsWithLanguage(declaredField.resource, declaredField.field).map(
    ({ language }) => `'${language}', ${translationSql(value, language)}`,
  )
  return expr<TranslatedTexts | null>`nullif(jsonb_strip_nulls(jsonb_build_object(${raw(texts.join(', '))})), '{}'::jsonb)`
}

/** Texts by language code. */
export type TranslatedTexts = { readonly [language: string]: string }
