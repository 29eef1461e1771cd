/** The components of `resources/field-components.ts`. The types require one for each entry. */

import type { FieldComponentsOf } from '@matricola/console/fields/field-type-components.ts'
import { countyName } from '#resources/admission/counties.ts'
import type { programFieldComponents } from '#resources/field-components.ts'
import { AverageFormula, TieFormula } from './formula.tsx'

export const fieldComponents: FieldComponentsOf<typeof programFieldComponents> = {
  average: { Value: AverageFormula },
  tie: { Value: TieFormula },
  county: { Value: ({ value }) => countyName(String(value)) },
}
