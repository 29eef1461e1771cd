/**
 * Default texts of resources, for keys that no locale file has. Labels come from the declaration
 * (in English) or from the names, and sentences from the templates in each language's `entities`. A
 * locale file can override any of them.
 */
import { baseOf } from './extension.ts'
import { languageLabel, languageName } from './languages.ts'
import { choiceKey, fieldChoicesResource, fieldKey, messageKeys } from './message-keys.ts'
import { registryOf } from './registry.ts'
import type { AnyResource } from './resource.ts'
import { fieldEntries } from './resource-fields.ts'
import { translationOf } from './translated-fields.ts'
import type { Language } from './vocabulary.ts'

/** Sources of texts in one language. */
export interface TextSources {
  readonly language: Language
  /** The text of a key of `resources`, if a locale file has one. */
  readonly localeText: (key: string) => string | undefined
  /** The sentence template of a key of `entities`. */
  readonly sentence: (key: string) => string | undefined
}

/**
 * Returns the key and text of each resource text that no locale file has. Rules get a text only if
 * the declaration has one.
 */
export function derivedTexts(
  resource: AnyResource,
  { language, localeText, sentence }: TextSources,
): [key: string, text: string][] {
  const prefix = `${resource.name}.`
  const labelFor = (key: string) => declaredText(resource, key) ?? labelOf(resource, key)
  // Resources of the program fall back to English, so no text is derived for them.
  const base = baseOf(resource)
  const programKeys = new Set(base === resource ? [] : requiredTextKeys(base, language))
  const labelText = (key: string) => localeText(`${prefix}${key}`) ?? labelFor(key) ?? ''
  return requiredTextKeys(resource, language).flatMap((key): [string, string][] => {
    if (localeText(prefix + key) !== undefined || programKeys.has(key)) return []
    if (languageLabel(prefix + key) !== undefined) return []
    const text =
      declaredText(resource, key) ??
      fillSentence(sentence(key.startsWith('shapes.') ? 'shape' : key), language, {
        one: labelText('one'),
        many: labelText('many'),
      }) ??
      labelFor(key)
    return text === undefined ? [] : [[prefix + key, text]]
  })
}

interface Declarations {
  readonly all: readonly AnyResource[]
  /** Resources of the university, whose texts may be missing from the files. */
  readonly added: readonly AnyResource[]
}

/**
 * All derived texts by key: those of added resources, labels of translations, and labels of choices
 * that are fields or were added.
 */
export function allDerivedTexts(
  { all, added }: Declarations,
  sources: TextSources,
): ReadonlyMap<string, string> {
  const texts = new Map(added.flatMap((resource) => derivedTexts(resource, sources)))
  for (const resource of all)
    for (const [name, spec] of fieldEntries(resource)) {
      const translation = translationOf(spec)
      const label = translation && fieldKey(resource, translation.field)
      const text = label && (sources.localeText(label) ?? texts.get(label))
      if (translation && text)
        texts.set(
          fieldKey(resource, name),
          `${text} (${languageName(translation.language, sources.language)})`,
        )
      if (!('choices' in spec)) continue
      const choiceResource = all.find((one) => one.name === fieldChoicesResource(spec))
      if (!choiceResource) {
        // Choices that a university adds to the program's fields, such as types of notifications.
        // Other languages fall back to the first.
        if (sources.language === registryOf(resource).languages[0])
          for (const choice of Object.keys(spec.choices)) {
            const key = choiceKey(resource, name, choice)
            if (sources.localeText(key) === undefined && !texts.has(key) && !languageLabel(key))
              texts.set(key, readableName(choice))
          }
        continue
      }
      for (const choice of Object.keys(spec.choices)) {
        const fieldText =
          sources.localeText(fieldKey(choiceResource, choice)) ??
          texts.get(fieldKey(choiceResource, choice))
        if (fieldText) texts.set(choiceKey(resource, name, choice), fieldText)
      }
    }
  return texts
}

/**
 * Returns the names of rules without a text, because a rule's text cannot be derived from its name.
 */
export const missingTexts = (
  resource: AnyResource,
  find: (key: string) => string | undefined,
): string[] =>
  Object.keys(resource.rules ?? {}).filter(
    (rule) => find(`${resource.name}.rules.${rule}`) === undefined,
  )

/**
 * Every key for which a resource can have a text, without the resource's name; includes keys that
 * only its declaration adds.
 */
export function requiredTextKeys(resource: AnyResource, language: Language): string[] {
  const forms = resource.singleton
    ? []
    : new Intl.PluralRules(language).resolvedOptions().pluralCategories
  return [
    ...messageKeys(resource).map((key) => key.slice(resource.name.length + 1)),
    ...forms.map((form) => `count_${form}`),
    ...Object.keys(resource.texts?.help ?? {}).map((name) => `help.${name}`),
  ]
}

/** The text that the declaration gives for the key. */
function declaredText({ texts = {} }: AnyResource, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined,
      texts,
    )
  return typeof found === 'string' ? found : undefined
}

/** A label derived from names; undefined for keys of sentences. */
function labelOf(resource: AnyResource, key: string): string | undefined {
  const [part = '', name = '', value] = key.split('.')
  if (part === 'many') return readableName(resource.name)
  if (part === 'one') return singular(readableName(resource.name))
  if (['fields', 'headings', 'sections', 'views', 'actions'].includes(part))
    return readableName(name)
  return part === 'choices' && value !== undefined ? readableName(value) : undefined
}

/**
 * Turns a name into a label: `boughtOn` into `Bought on`, `departmentId` into `Department`,
 * `isActive` into `Active`.
 */
export function readableName(name: string): string {
  const bare = name.replace(/(?<=[a-z0-9])Id$/, '').replace(/^is(?=[A-Z])/, '')
  const words = bare
    .replace(/[-_]/g, ' ')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** English singular: `Laboratories` becomes `Laboratory`. */
export const singular = (word: string) =>
  word
    .replace(/ies$/, 'y')
    .replace(/(?<=s|x|z|ch|sh)es$/, '')
    .replace(/(?<!s|u|i)s$/, '')

function fillSentence(
  sentence: string | undefined,
  language: string,
  labels: { readonly one: string; readonly many: string },
): string | undefined {
  return sentence?.replace(/\{\{(one|many)\}\}/g, (_, name: 'one' | 'many', offset: number) =>
    offset > 0 && language === 'en' ? lowerFirst(labels[name]) : labels[name],
  )
}

/** Lowercases the first letter, for use within a sentence. Acronyms stay as they are. */
const lowerFirst = (text: string) =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
