/** Every text that a resource needs, derived from its declaration; the locale files must hold exactly these under `resources:<resource>`. */
import { actionsOf } from './actions.ts'
import type { FieldSpec } from './field.ts'
import { type AnyResource, fieldEntries, isKind } from './resource.ts'
import { translates } from './translated.ts'

/** Keys relative to the `resources` texts, such as `courses.fields.credits`. `one`, `new` and `many` name a record, one to be made, and the list. */
export function messageKeys(resource: AnyResource): string[] {
  const keys = [
    'one',
    'many',
    'updated',
    'problems.get',
    'problems.update',
    ...(resource.list.told ? ['listed'] : []),
    ...(resource.single ? [] : ['new', 'created', 'problems.create']),
  ]
  // In other languages a field is called by its label and the language.
  for (const [name, spec] of fieldEntries(resource)) if (!translates(spec)) keys.push(...fieldKeys(name, spec))
  keys.push(...Object.keys(resource.sections).map((section) => `sections.${section}`))
  keys.push(...Object.keys(resource.rules ?? {}).map((rule) => `rules.${rule}`))
  keys.push(...Object.keys(resource.list.views ?? {}).map((view) => `views.${view}`))
  keys.push(...(resource.list.headings ?? []).map((name) => `headings.${name}`))
  for (const [action, { asks = {} }] of Object.entries(actionsOf(resource))) {
    keys.push(`actions.${action}`)
    if (resource.texts?.refusals?.[action] !== undefined) keys.push(`refusals.${action}`)
    for (const [name, spec] of Object.entries(asks)) keys.push(...fieldKeys(name, spec))
  }
  return [...new Set(keys)].map((key) => `${resource.name}.${key}`)
}

const fieldKeys = (name: string, spec: FieldSpec) => [
  `fields.${name}`,
  ...('matches' in spec.options && spec.options.matches !== undefined ? [`shapes.${name}`] : []),
  ...('choices' in spec && fieldsChosen(spec) === undefined ? Object.keys(spec.choices).map((value) => `choices.${name}.${value}`) : []),
]

/** The entity whose fields the choices of a field are; undefined where they are words. */
export const fieldsChosen = (spec: FieldSpec): string | undefined => (isKind(spec, 'set') ? spec.options.fieldsOf : undefined)

/** `courses.refusals.publish` */
export const refusalKey = (resource: AnyResource, action: string) => `${resource.name}.refusals.${action}`
/** `courses.fields.credits` */
export const fieldKey = (resource: AnyResource, name: string) => `${resource.name}.fields.${name}`
/** Heading of a column: the short one where it is declared. */
export const headingKey = (resource: AnyResource, name: string) =>
  resource.list.headings?.includes(name) ? `${resource.name}.headings.${name}` : fieldKey(resource, name)
/** `courses.choices.type.optional` */
export const choiceKey = (resource: AnyResource, name: string, value: string) => `${resource.name}.choices.${name}.${value}`
