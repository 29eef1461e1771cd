/** The components of `resources/field-components.ts`. The types require one for each entry. */

import type { FieldComponentsOf } from '@matricola/console/fields/field-type-components.ts'
import { countyName } from '#resources/admission/counties.ts'
import type { programFieldComponents } from '#resources/field-components.ts'
import { AverageFormula, ConditionFormula, TieFormula } from './formula.tsx'

export const fieldComponents: FieldComponentsOf<typeof programFieldComponents> = {
  average: { Value: AverageFormula },
  condition: { Value: ConditionFormula },
  tie: { Value: TieFormula },
  county: { Value: ({ value }) => countyName(String(value)) },
}
