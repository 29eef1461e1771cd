/**
 * Derives the keys of every text that a resource needs. The locale files must hold exactly these
 * under `resources:<resource>`.
 */
import { actionsOf } from './actions.ts'
import { type FieldSpec, isFieldType } from './field.ts'
import type { AnyResource } from './resource.ts'
import { fieldEntries } from './resource-fields.ts'
import { translationOf } from './translated-fields.ts'

/**
 * Keys relative to `resources`, such as `courses.fields.credits`. `one`, `new` and `many` name a
 * record, a new record and the list.
 */
export function messageKeys(resource: AnyResource): string[] {
  const keys = [
    'one',
    'many',
    'updated',
    'problems.get',
    'problems.update',
    ...(resource.list.loadedMessage ? ['listed'] : []),
    ...(resource.singleton ? [] : ['new', 'created', 'problems.create']),
  ]
  // The label of a translation is the label of its field plus the language.
  for (const [name, spec] of fieldEntries(resource))
    if (!translationOf(spec)) keys.push(...fieldKeys(name, spec))
  keys.push(...Object.keys(resource.sections).map((section) => `sections.${section}`))
  keys.push(...Object.keys(resource.rules ?? {}).map((rule) => `rules.${rule}`))
  keys.push(...Object.keys(resource.list.views ?? {}).map((view) => `views.${view}`))
  keys.push(...(resource.list.headings ?? []).map((name) => `headings.${name}`))
  for (const [action, { extraFields = {} }] of Object.entries(actionsOf(resource))) {
    keys.push(`actions.${action}`)
    if (resource.texts?.refusals?.[action] !== undefined) keys.push(`refusals.${action}`)
    for (const [name, spec] of Object.entries(extraFields)) keys.push(...fieldKeys(name, spec))
  }
  return [...new Set(keys)].map((key) => `${resource.name}.${key}`)
}

const fieldKeys = (name: string, spec: FieldSpec) => [
  `fields.${name}`,
  ...('regex' in spec.options && spec.options.regex !== undefined ? [`shapes.${name}`] : []),
  ...('choices' in spec && fieldChoicesResource(spec) === undefined
    ? Object.keys(spec.choices).map((value) => `choices.${name}.${value}`)
    : []),
]

/** The resource whose fields are the choices of this field; undefined for declared choices. */
export const fieldChoicesResource = (spec: FieldSpec): string | undefined =>
  isFieldType(spec, 'set') ? spec.options.choicesAreFieldsOf : undefined

/** `courses.refusals.publish` */
export const refusalKey = (resource: AnyResource, action: string) =>
  `${resource.name}.refusals.${action}`
/** The name of a field in keys, where a dot would separate parts. */
const keyName = (name: string) => name.replace('.', '/')
/** `courses.fields.credits` */
export const fieldKey = (resource: AnyResource, name: string) =>
  `${resource.name}.fields.${keyName(name)}`
/** Column heading: the short one if declared, else the field's label. */
export const headingKey = (resource: AnyResource, name: string) =>
  resource.list.headings?.includes(name)
    ? `${resource.name}.headings.${name}`
    : fieldKey(resource, name)
/** `courses.choices.type.optional` */
export const choiceKey = (resource: AnyResource, name: string, value: string) =>
  `${resource.name}.choices.${keyName(name)}.${value}`
