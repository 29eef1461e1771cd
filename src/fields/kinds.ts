/** Kind table 3 of 3, to arrange: what pages ask of a kind beside how it is written (`inputs.tsx`) and read (`values.tsx`). */
import type { FieldKind, FieldSpec } from '#model/field.ts'

/**
 * `column`: a list can show it. `order`: its values have an order that anybody would understand; references stand in that of
 * the titles shown. `digits`: stands at the end of its column, so that digits line up. `whole`: histories and cells hold all of
 * it, so that it can be put back and pasted. `switch`: its input always stands somewhere.
 */
type Trait = 'column' | 'order' | 'digits' | 'whole' | 'switch'

const traits: { readonly [K in FieldKind]: readonly Trait[] } = {
  text: ['column', 'order', 'whole'],
  longText: ['column', 'whole'],
  integer: ['column', 'order', 'digits', 'whole'],
  decimal: ['column', 'order', 'digits', 'whole'],
  money: ['column', 'order', 'digits', 'whole'],
  boolean: ['column', 'order', 'whole', 'switch'],
  date: ['column', 'order', 'digits', 'whole'],
  dateTime: ['column', 'order', 'digits', 'whole'],
  choice: ['column', 'order', 'whole'],
  set: ['column', 'whole'],
  reference: ['column', 'order', 'whole'],
  many: [],
  email: ['column', 'order', 'whole'],
  phone: ['column', 'order', 'whole'],
  nationalId: ['column', 'order', 'whole'],
  file: ['column'],
  image: [],
  data: [],
}

/** Tells whether fields of the spec's kind have a trait. */
export const hasTrait = ({ kind }: Pick<FieldSpec, 'kind'>, trait: Trait) => traits[kind].includes(trait)
