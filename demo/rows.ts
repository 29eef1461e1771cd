/** Shapes that the parts of the demo university share. */
import type { Fields, RecordBase, RecordOfFields } from '#model/field.ts'
import type { ResourceName, resources } from '#resources/index.ts'
import type { Calendar } from './calendar.ts'
import type { Addresses } from './people.ts'
import type { Random } from './random.ts'

type FieldsOf<N extends ResourceName> = (typeof resources)[N] extends { fields: infer F extends Fields } ? F : never
type Named = 'id' | 'createdAt'

/** One record with the values that the demo gives it; what is absent stays empty. One without a version is at its first. */
export type Row<N extends ResourceName> = Pick<RecordBase, Named> &
  Partial<Pick<RecordBase, 'version' | 'updatedAt'>> &
  Partial<Omit<RecordOfFields<FieldsOf<N>>, keyof RecordBase>>
/** As `Row`, with some fields certainly given. */
export type RowWith<N extends ResourceName, K extends keyof RecordOfFields<FieldsOf<N>>> = Row<N> & Pick<RecordOfFields<FieldsOf<N>>, K>

/** Tools that every part is made with. */
export interface Tools {
  readonly random: Random
  readonly calendar: Calendar
  readonly addresses: Addresses
}

/** Id and creation time of a record made at an instant. A day of the demo may have hours that are still to come: no record is younger than the demo. */
export function born({ random, calendar }: Tools, at: number): Pick<RecordBase, Named> {
  const made = Math.min(at, calendar.now)
  return { id: random.id(made), createdAt: new Date(made).toISOString() }
}

/** The item at a place of a list, beginning again at its end. Throws for an empty list. */
export function around<T>(items: readonly T[], place: number): T {
  const item = items[place % items.length]
  if (item === undefined) throw new Error('nothing to go around')
  return item
}
