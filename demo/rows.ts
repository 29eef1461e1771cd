/** Types that the parts of the demo university share. */
import type { Fields, RecordBase, RecordOfFields } from '#model/field.ts'
import type { ResourceName, resources } from '#resources/index.ts'
import type { Calendar } from './calendar.ts'
import type { Addresses } from './people.ts'
import type { Random } from './random.ts'

type FieldsOf<N extends ResourceName> = (typeof resources)[N] extends { fields: infer F extends Fields } ? F : never
type Named = 'id' | 'createdAt'

/** A record with the values set by the demo; absent fields are empty. Without a version, it is at its first. */
export type Row<N extends ResourceName> = Pick<RecordBase, Named> &
  Partial<Pick<RecordBase, 'version' | 'updatedAt'>> &
  Partial<Omit<RecordOfFields<FieldsOf<N>>, keyof RecordBase>>
/** Like `Row`, with some fields required. */
export type RowWith<N extends ResourceName, K extends keyof RecordOfFields<FieldsOf<N>>> = Row<N> & Pick<RecordOfFields<FieldsOf<N>>, K>

/** Generators that all parts of the demo use. */
export interface Tools {
  readonly random: Random
  readonly calendar: Calendar
  readonly addresses: Addresses
}

/** Returns id and creation time of a record. Times in the future are replaced with the time at which the demo is generated. */
export function born({ random, calendar }: Tools, at: number): Pick<RecordBase, Named> {
  const made = Math.min(at, calendar.now)
  return { id: random.id(made), createdAt: new Date(made).toISOString() }
}

/** Returns the item at an index, starting over at the end of the list. Throws for an empty list. */
export function around<T>(items: readonly T[], place: number): T {
  const item = items[place % items.length]
  if (item === undefined) throw new Error('nothing to go around')
  return item
}
