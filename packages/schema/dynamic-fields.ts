/**
 * Fields that a resource has while the program runs, in addition to the declared ones, such as the
 * questions of a form. Lists and exports treat them like declared fields. They are only read: the
 * program stores their values elsewhere.
 */

import { readableFields } from './access.ts'
import type { FieldSpec } from './field.ts'
import { joinRegistry, registryOf } from './registry.ts'
import type { AnyResource } from './resource.ts'
import type { ComputationName, Language, Role } from './vocabulary.ts'

/** Texts by language. A missing one falls back to that of the default language, then to any. */
type TextsByLanguage = { readonly [language: string]: string }

export interface DynamicField {
  readonly spec: FieldSpec
  readonly label: TextsByLanguage
  /** Labels of the choices. */
  readonly choices?: { readonly [choice: string]: TextsByLanguage }
}
/** By name. A name contains a dot, which no declared name has: `answers.years`. */
export type DynamicFields<Field extends DynamicField = DynamicField> = {
  readonly [name: `${string}.${string}`]: Field
}

const dynamicSlot = Symbol('dynamic fields')

/** Marks a field as not stored in the record. No pack declares a computation with this name. */
const computed = 'dynamic' as ComputationName

const facetFamilies: readonly string[] = ['boolean', 'choice', 'set']

/** Returns the resource with the fields, which its lists can show, filter and sort by. */
export function withDynamicFields(resource: AnyResource, fields: DynamicFields): AnyResource {
  const entries = Object.entries(fields)
  if (entries.length === 0) return resource
  const names = entries.map(([name]) => name)
  const { filters = [], facets = [] } = resource.list
  return joinRegistry(registryOf(resource), {
    ...resource,
    [dynamicSlot]: new Map(entries),
    fields: {
      ...resource.fields,
      ...Object.fromEntries(
        entries.map(([name, { spec }]) => [
          name,
          // Only the options that every type has are added.
          { ...spec, options: { ...spec.options, optional: true, computed } } as FieldSpec,
        ]),
      ),
    },
    list: {
      ...resource.list,
      filters: [...filters, ...names],
      facets: [
        ...facets,
        ...names.filter((name) =>
          facetFamilies.includes(fields[name as keyof DynamicFields]?.spec.type ?? ''),
        ),
      ],
    },
  })
}

/** Returns a dynamic field; undefined for a declared one. */
export function findDynamicField(resource: AnyResource, name: string): DynamicField | undefined {
  if (!name.includes('.')) return undefined
  // Only `withDynamicFields` fills the slot.
  const { [dynamicSlot]: fields } = resource as {
    readonly [dynamicSlot]?: ReadonlyMap<string, DynamicField>
  }
  return fields?.get(name)
}

/** Returns the dynamic fields that a role may read, without what only the server needs. */
export const dynamicFieldsFor = (resource: AnyResource, role: Role): DynamicFields =>
  Object.fromEntries(
    readableFields(resource, role).flatMap((name) => {
      const found = findDynamicField(resource, name)
      if (!found) return []
      const { spec, label, choices } = found
      return [[name, { spec, label, ...(choices && { choices }) }]]
    }),
  )

/** Returns the text for a language. */
export const dynamicTextIn = (texts: TextsByLanguage, language: Language, fallback: Language) =>
  texts[language] ?? texts[fallback] ?? Object.values(texts)[0] ?? ''
