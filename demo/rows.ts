/** Types that the parts of the demo university share. */
import type { Fields, RecordBase, RecordOfFields } from '@matricola/schema/field.ts'
import type { ResourceName, resources } from '#resources/index.ts'
import type { DemoCalendar } from './calendar.ts'
import type { EmailAddresses } from './people.ts'
import type { Random } from './random.ts'

type FieldsOf<N extends ResourceName> = (typeof resources)[N] extends {
  fields: infer F extends Fields
}
  ? F
  : never
type RecordBaseField = 'id' | 'createdAt'

/**
 * A record with the values set by the demo. Absent fields are empty, and the version defaults to 1.
 */
export type DemoRow<N extends ResourceName> = Pick<RecordBase, RecordBaseField> &
  Partial<Pick<RecordBase, 'version' | 'updatedAt'>> &
  Partial<Omit<RecordOfFields<FieldsOf<N>>, keyof RecordBase>>
/** Like `DemoRow`, with some fields required. */
export type DemoRowWith<
  N extends ResourceName,
  K extends keyof RecordOfFields<FieldsOf<N>>,
> = DemoRow<N> & Pick<RecordOfFields<FieldsOf<N>>, K>

/** Generators that all parts of the demo use. */
export interface DemoTools {
  readonly random: Random
  readonly calendar: DemoCalendar
  readonly addresses: EmailAddresses
}

/**
 * Returns the id and the creation time of a record. Times in the future are replaced with the time
 * at which the demo is generated.
 */
export function createRecordBase(
  { random, calendar }: DemoTools,
  at: number,
): Pick<RecordBase, RecordBaseField> {
  const createdAt = Math.min(at, calendar.now)
  return { id: random.id(createdAt), createdAt: new Date(createdAt).toISOString() }
}

/** Returns the item at an index, starting over at the end of the list. Throws for an empty list. */
export function itemInCycle<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('the list is empty')
  return item
}
