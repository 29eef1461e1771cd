import { choiceKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf, titleSeparator } from '@matricola/schema/resource-fields.ts'
import { textFormatOf } from '@matricola/schema/text-vocabulary.ts'
import { localizedValue } from '@matricola/schema/translations.ts'
import type { WireName } from '@matricola/schema/wire/wire.ts'
import { currentLanguage } from '../i18n.ts'
import { formatNumericDate } from './date-text.ts'

/**
 * Title of a record in the reader's language. Choices and codes in the title are shown in words.
 * `text` takes a key with its namespace.
 */
export function titleText(
  resource: AnyResource,
  record: WireName,
  text: (key: string) => string,
): string {
  if (!resource.title.some((name) => needsTranslation(resource, name)))
    return formatTitleDates(record._title)
  return titleParts(resource, resource.title, record, text).join(titleSeparator(resource))
}

/** Formats some of the fields of a title. Empty ones are left out. */
export const titleParts = (
  resource: AnyResource,
  names: readonly string[],
  record: Pick<WireName, '_titles'> & { readonly [field: string]: unknown },
  text: (key: string) => string,
): string[] =>
  names.flatMap((name) => {
    const [{ value }, { type }] = [
      localizedValue(resource, record, name, currentLanguage()),
      fieldOf(resource, name),
    ]
    if (value === null || value === undefined || value === '') return []
    if (type === 'choice') return text(`resources:${choiceKey(resource, name, String(value))}`)
    if (type === 'reference') return formatTitleDates(record._titles[name] ?? '') || []
    const format = textFormatOf(fieldOf(resource, name))
    return format
      ? format.format(String(value), { language: currentLanguage(), text })
      : formatTitleDates(String(value))
  })

/** The title as the server sends it, with dates formatted for the reader. */
export const formatTitleDates = (title: string): string =>
  title.replace(/(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])/g, (day) =>
    formatNumericDate(day, currentLanguage()),
  )

const needsTranslation = (resource: AnyResource, name: string): boolean =>
  fieldOf(resource, name).type === 'choice' || textFormatOf(fieldOf(resource, name)) !== undefined
