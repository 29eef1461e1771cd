/** Components of single fields, by the names that declarations use (`resources/parts.ts`). */
import { countyName } from '#model/admission/counties.ts'
import { customFieldComponents } from '#own/src/parts.tsx'
import type { programFieldComponents } from '#resources/parts.ts'
import type { FieldComponents, FieldComponentsOf } from './face.ts'
import { AverageFormula, TieFormula } from './formula.tsx'

const builtInComponents: FieldComponentsOf<typeof programFieldComponents> = {
  average: { Value: AverageFormula },
  tie: { Value: TieFormula },
  county: { Value: ({ value }) => countyName(String(value)) },
}

const componentsByName: { readonly [name: string]: Partial<FieldComponents> | undefined } = {
  ...builtInComponents,
  ...customFieldComponents,
}

/** Returns the component with the name; empty if no name is given. Unknown names are rejected at startup. */
export const findFieldComponents = (name: string | undefined): Partial<FieldComponents> =>
  (name === undefined ? undefined : componentsByName[name]) ?? {}
