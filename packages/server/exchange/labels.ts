/**
 * Labels of fields and choices, and the words for yes and no. Exports use one language, and imports
 * accept all four.
 */

import { currencyOf } from '@matricola/schema/currency.ts'
import { dynamicTextIn, findDynamicField } from '@matricola/schema/dynamic-fields.ts'
import type { FieldSpec } from '@matricola/schema/field.ts'
import { choiceKey, fieldKey } from '@matricola/schema/message-keys.ts'
import { registryOf } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf, valueEntries } from '@matricola/schema/resource-fields.ts'
import { textFormatOf } from '@matricola/schema/text-vocabulary.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Texts } from '../texts.ts'

/**
 * The texts and the user's language, which takes precedence if a word means different things in two
 * languages.
 */
export interface Localization {
  readonly texts: Texts
  readonly language: Language
}

/** Column heading of a field. Amounts of money include the currency. */
export function headingOf(resource: AnyResource, name: string, localization: Localization): string {
  const label = labelOf(resource, name, localization)
  const spec = fieldOf(resource, name)
  const currency = spec.type === 'money' ? currencyOf(resource, spec) : undefined
  return currency === undefined ? label : `${label} (${currency})`
}

function labelOf(resource: AnyResource, name: string, { texts, language }: Localization): string {
  const dynamic = findDynamicField(resource, name)
  return dynamic
    ? dynamicTextIn(dynamic.label, language, registryOf(resource).languages[0])
    : texts.text(language, `resources:${fieldKey(resource, name)}`)
}

/**
 * Returns the field of each heading, by folded heading: the labels of all languages, and the field
 * names.
 */
export function fieldsByHeading(
  resource: AnyResource,
  localization: Localization,
): ReadonlyMap<string, string> {
  const names = valueEntries(resource).map(([name]) => name)
  const dictionaryOf = (labelFor: typeof headingOf) =>
    dictionary(names, localization, (name, language) =>
      labelFor(resource, name, { ...localization, language }),
    )
  // Headings are also recognised without the currency, which a file may omit.
  return new Map([...dictionaryOf(labelOf), ...dictionaryOf(headingOf)])
}

export function choiceLabel(
  resource: AnyResource,
  name: string,
  value: string,
  { texts, language }: Localization,
): string {
  const dynamic = findDynamicField(resource, name)
  return dynamic
    ? dynamicTextIn(dynamic.choices?.[value] ?? {}, language, registryOf(resource).languages[0]) ||
        value
    : texts.text(language, `resources:${choiceKey(resource, name, value)}`)
}

/** Returns a text value as users see it: a code in words, any other text unchanged. */
export function textLabel(
  spec: FieldSpec,
  value: string,
  { texts, language }: Localization,
): string {
  const format = textFormatOf(spec)
  return format
    ? format.format(value, { language, text: (key) => texts.text(language, key) })
    : value
}

/** Returns the choice of each label, by folded label. */
export function choicesByLabel(
  resource: AnyResource,
  name: string,
  localization: Localization,
): ReadonlyMap<string, string> {
  const spec = fieldOf(resource, name)
  const values = 'choices' in spec ? Object.keys(spec.choices) : []
  return dictionary(values, localization, (value, language) =>
    choiceLabel(resource, name, value, { ...localization, language }),
  )
}

export const booleanLabel = (value: boolean, { texts, language }: Localization) =>
  texts.text(language, value ? 'shell:yes' : 'shell:no')

/** Returns the value of each word for yes and no, by folded word. */
export function booleansByWord(localization: Localization): ReadonlyMap<string, boolean> {
  const label = (value: string, language: Language) =>
    booleanLabel(value === 'true', { ...localization, language })
  const words = [...dictionary(['true', 'false'], localization, label)].map(
    ([word, value]): [string, boolean] => [word, value === 'true'],
  )
  return new Map([...words, ['1', true], ['0', false], ['x', true]])
}

/**
 * Maps folded words to names. The user's language takes precedence, then the names themselves, then
 * the other languages.
 */
function dictionary(
  names: readonly string[],
  { texts, language }: Localization,
  labelOf: (name: string, language: Language) => string,
): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  const addWord = (word: string, name: string) => {
    if (!words.has(fold(word))) words.set(fold(word), name)
  }
  for (const name of names) addWord(labelOf(name, language), name)
  for (const name of names) addWord(name, name)
  for (const otherLanguage of texts.languages)
    for (const name of names) addWord(labelOf(name, otherLanguage), name)
  return words
}
