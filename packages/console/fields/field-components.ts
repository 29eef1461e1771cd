/** Components of single fields, by the names that declarations use (`resources/field-components.ts`). */

import { countyName } from '../../../resources/admission/counties.ts'
import type { programFieldComponents } from '../../../resources/field-components.ts'
import { customFieldComponents } from '../../../src/custom/field-components.ts'
import { AverageFormula, TieFormula } from '../../../src/fields/formula.tsx'
import type { FieldComponents, FieldComponentsOf } from './field-type-components.ts'

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
