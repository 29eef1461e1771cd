/** Names of fields, choices and yes and no: written in one language, read in all four. */

import { choiceKey, fieldKey } from '#model/message-keys.ts'
import { type AnyResource, fieldOf, valueEntries } from '#model/resource.ts'
import { fold } from '#model/values/folding.ts'
import { type Language, languages } from '#model/vocabulary.ts'
import { currencyOf } from '#resources/currency.ts'
import type { Texts } from '#server/engine/texts.ts'

/** Means to write and read words: the person's language leads where two languages mean different things by a word. */
export interface Wording {
  readonly texts: Texts
  readonly language: Language
}

/** The heading of a field's column. */
export function headingOf(resource: AnyResource, name: string, wording: Wording): string {
  const label = labelOf(resource, name, wording)
  const spec = fieldOf(resource, name)
  const currency = spec.kind === 'money' ? currencyOf(spec) : undefined
  return currency === undefined ? label : `${label} (${currency})`
}

const labelOf = (resource: AnyResource, name: string, { texts, language }: Wording) =>
  texts.text(language, `resources:${fieldKey(resource, name)}`)

/** The field that each heading stands for, by `fold`: the labels of all languages, and the field's own name. */
export function headings(resource: AnyResource, wording: Wording): ReadonlyMap<string, string> {
  const names = valueEntries(resource).map(([name]) => name)
  const named = (of: typeof headingOf) => dictionary(names, wording, (name, language) => of(resource, name, { ...wording, language }))
  // A file may name an amount without its currency.
  return new Map([...named(labelOf), ...named(headingOf)])
}

/** Word that is written for a choice. */
export const choiceLabel = (resource: AnyResource, name: string, value: string, { texts, language }: Wording) =>
  texts.text(language, `resources:${choiceKey(resource, name, value)}`)

/** The choice that each word stands for, by `fold`. */
export function choiceWords(resource: AnyResource, name: string, wording: Wording): ReadonlyMap<string, string> {
  const spec = fieldOf(resource, name)
  const values = 'choices' in spec ? Object.keys(spec.choices) : []
  return dictionary(values, wording, (value, language) => choiceLabel(resource, name, value, { ...wording, language }))
}

/** Words that are written for yes and no. */
export const booleanLabel = (value: boolean, { texts, language }: Wording) => texts.text(language, value ? 'shell:yes' : 'shell:no')

/** Meaning of each word for yes and no, by `fold`. */
export function booleanWords(wording: Wording): ReadonlyMap<string, boolean> {
  const label = (value: string, language: Language) => booleanLabel(value === 'true', { ...wording, language })
  const words = [...dictionary(['true', 'false'], wording, label)].map(([word, value]): [string, boolean] => [word, value === 'true'])
  return new Map([...words, ['1', true], ['0', false], ['x', true]])
}

/** Words of the person's own language first, then the names themselves, then the other languages. */
function dictionary(
  names: readonly string[],
  { language }: Wording,
  labelOf: (name: string, language: Language) => string,
): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  const learn = (word: string, name: string) => {
    if (!words.has(fold(word))) words.set(fold(word), name)
  }
  for (const name of names) learn(labelOf(name, language), name)
  for (const name of names) learn(name, name)
  for (const other of languages) for (const name of names) learn(labelOf(name, other), name)
  return words
}
