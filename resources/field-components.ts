/**
 * Custom components for individual fields: `input` edits a value, `display` shows it on pages and `cell` in lists. Each is listed here
 * with the parts it can replace. The components are in `packages/console/fields/field-components.ts` and `custom/src/field-components.tsx`. The
 * types there require a component for each entry.
 */

import { didYouMean } from '@matricola/schema/checks/report.ts'
import { type AnyResource, fieldEntries } from '@matricola/schema/resource.ts'
import { customFieldComponentUses } from '#custom/resources/field-components.ts'

export type FieldComponentUse = 'input' | 'display'
type Parts = { readonly [name: string]: readonly FieldComponentUse[] }

export const programFieldComponents = { average: ['display'], county: ['display'], tie: ['display'] } as const

declare module '@matricola/schema/vocabulary.ts' {
  interface FieldComponentNames extends Record<keyof typeof programFieldComponents | keyof typeof customFieldComponentUses, true> {}
}

/** Returns one line for each field whose component is unknown or cannot be used there. Any line prevents startup. */
export function fieldComponentMistakes(
  resources: readonly AnyResource[],
  parts: Parts = { ...programFieldComponents, ...customFieldComponentUses },
): string[] {
  const findMistake = (name: string, use: FieldComponentUse) => {
    const uses = Object.hasOwn(parts, name) ? parts[name] : undefined
    if (!uses) return `unknown component "${name}"${didYouMean(name, Object.keys(parts))}`
    return uses.includes(use) ? undefined : `component "${name}" cannot ${use === 'input' ? 'edit' : 'show'} values`
  }
  return resources.flatMap((resource) =>
    fieldEntries(resource).flatMap(([field, { options }]) =>
      (['input', 'display', 'cell'] as const).flatMap((option) => {
        const mistake = options[option] === undefined ? undefined : findMistake(options[option], option === 'input' ? 'input' : 'display')
        return mistake ? [`${resource.name}.${field}.${option}: ${mistake}`] : []
      }),
    ),
  )
}
