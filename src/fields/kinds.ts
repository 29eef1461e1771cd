/** Kind table 3 of 3, to arrange: what pages ask of a kind beside how it is written (`inputs.tsx`) and read (`values.tsx`). */
import type { FieldKind, FieldSpec } from '#model/field.ts'

/**
 * `column`: a list can show it. `order`: its values have an order that anybody would understand; references stand in that of
 * the titles shown. `digits`: stands at the end of its column, so that digits line up. `restored`: the history holds what it
 * was, and it can be put back. `switch`: its input always stands somewhere.
 */
type Trait = 'column' | 'order' | 'digits' | 'restored' | 'switch'

const traits: { readonly [K in FieldKind]: readonly Trait[] } = {
  text: ['column', 'order', 'restored'],
  longText: ['column', 'restored'],
  integer: ['column', 'order', 'digits', 'restored'],
  decimal: ['column', 'order', 'digits', 'restored'],
  money: ['column', 'order', 'digits', 'restored'],
  boolean: ['column', 'order', 'restored', 'switch'],
  date: ['column', 'order', 'digits', 'restored'],
  dateTime: ['column', 'order', 'digits', 'restored'],
  choice: ['column', 'order', 'restored'],
  set: ['column', 'restored'],
  reference: ['column', 'order', 'restored'],
  many: [],
  email: ['column', 'order', 'restored'],
  phone: ['column', 'order', 'restored'],
  nationalId: ['column', 'order', 'restored'],
  file: ['column'],
  image: [],
  data: [],
}

/** Whether fields of the spec's kind have a trait. */
export const hasTrait = ({ kind }: Pick<FieldSpec, 'kind'>, trait: Trait) => traits[kind].includes(trait)
