/** Every text that a resource needs, derived from its declaration; the locale files must hold exactly these under `resources:<resource>`. */
import { actionsOf } from './actions.ts'
import { type AnyResource, fieldEntries } from './resource.ts'

/** Keys relative to the `resources` texts, such as `courses.fields.credits`. `one`, `new` and `many` name a record, one to be made, and the list. */
export function messageKeys(resource: AnyResource): string[] {
  const keys = [
    'one',
    'many',
    'updated',
    'problems.get',
    'problems.update',
    ...(resource.single ? [] : ['new', 'created', 'problems.create']),
  ]
  for (const [name, spec] of fieldEntries(resource)) {
    keys.push(`fields.${name}`)
    if (spec.kind === 'choice' || spec.kind === 'set') keys.push(...Object.keys(spec.choices).map((value) => `choices.${name}.${value}`))
  }
  keys.push(...Object.keys(resource.sections).map((section) => `sections.${section}`))
  keys.push(...Object.keys(resource.rules ?? {}).map((rule) => `rules.${rule}`))
  keys.push(...Object.keys(resource.list.views ?? {}).map((view) => `views.${view}`))
  keys.push(...Object.keys(actionsOf(resource)).map((action) => `actions.${action}`))
  return keys.map((key) => `${resource.name}.${key}`)
}

/** `courses.fields.credits` */
export const fieldKey = (resource: AnyResource, name: string) => `${resource.name}.fields.${name}`
/** `courses.choices.type.optional` */
export const choiceKey = (resource: AnyResource, name: string, value: string) => `${resource.name}.choices.${name}.${value}`
