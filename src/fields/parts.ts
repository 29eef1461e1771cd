/** Components of single fields, by the names that declarations use (`resources/parts.ts`). */
import { countyName } from '#model/admission/counties.ts'
import { ownFieldParts } from '#own/src/parts.tsx'
import type { programParts } from '#resources/parts.ts'
import type { FieldPart, PartsOf } from './face.ts'
import { AverageFormula, TieFormula } from './formula.tsx'

const programFieldParts: PartsOf<typeof programParts> = {
  average: { Value: AverageFormula },
  tie: { Value: TieFormula },
  county: { Value: ({ value }) => countyName(String(value)) },
}

const parts: { readonly [name: string]: Partial<FieldPart> | undefined } = { ...programFieldParts, ...ownFieldParts }

/** Returns the component with the name; empty if no name is given. Unknown names are rejected at startup. */
export const partOf = (name: string | undefined): Partial<FieldPart> => (name === undefined ? undefined : parts[name]) ?? {}
