import type { AnyResource } from '../resource.ts'
import { fieldEntries } from '../resource-fields.ts'
import { didYouMean } from './report.ts'

/**
 * The parts of a field that a component can replace: `input` edits values, `display` shows them.
 */
export type FieldComponentUse = 'input' | 'display'
/** The components of single fields, by the names that declarations use, with the uses of each. */
export type FieldComponentUses = { readonly [name: string]: readonly FieldComponentUse[] }

/**
 * Returns one line for each field whose component is unknown or cannot be used there. Any line
 * prevents startup.
 */
export function fieldComponentMistakes(
  resources: readonly AnyResource[],
  known: FieldComponentUses,
): string[] {
  const findMistake = (name: string, use: FieldComponentUse) => {
    const uses = Object.hasOwn(known, name) ? known[name] : undefined
    if (!uses) return `unknown component "${name}"${didYouMean(name, Object.keys(known))}`
    return uses.includes(use)
      ? undefined
      : `component "${name}" cannot ${use === 'input' ? 'edit' : 'show'} values`
  }
  return resources.flatMap((resource) =>
    fieldEntries(resource).flatMap(([field, { options }]) =>
      (['input', 'display', 'cell'] as const).flatMap((option) => {
        const mistake =
          options[option] === undefined
            ? undefined
            : findMistake(options[option], option === 'input' ? 'input' : 'display')
        return mistake ? [`${resource.name}.${field}.${option}: ${mistake}`] : []
      }),
    ),
  )
}
