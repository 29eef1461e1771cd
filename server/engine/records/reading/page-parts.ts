/** Parts of a record's page that the statement which reads or writes the record answers along with it, so that they cost no trip of their own. */
import type { WireRecord } from '#model/wire/wire.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Parameters } from '../../sql/parameters.ts'
import type { Row } from './reading.ts'

export interface Beside {
  /** Fields of the record that the parts depend on: a write of one of them has them read afterwards, since its statement sees what was there before. */
  readonly fields: readonly string[]
  /** SQL of one value for the row called `row`; null where the person gets nothing. */
  sql(permit: Permit, row: string, parameters: Parameters): string | null
  /** The parts that the value says to the permit's holder. */
  read(value: unknown, permit: Permit): Parts
}

type Parts = { readonly [part: string]: unknown }

const known = new WeakMap<WireRecord, Parts>()

/** The parts that came with a record; undefined where none did. */
export const partsBeside = (record: WireRecord): Parts | undefined => known.get(record)

/** Columns that a statement selects for them, beside the columns of its row `r`, and how the record made of the answer keeps them. */
export function selectedBeside(beside: Beside | undefined, permit: Permit, parameters: Parameters) {
  const sql = beside?.sql(permit, 'r', parameters)
  if (!beside || !sql) return { column: '', keep: (record: WireRecord) => record }
  return {
    column: `, ${sql} AS "beside"`,
    keep(record: WireRecord, row: Row): WireRecord {
      known.set(record, beside.read(row.beside, permit))
      return record
    },
  }
}

/** The parts that a change of these fields leaves as they are. */
export const unlessChanged = (beside: Beside | undefined, changed: object): Beside | undefined =>
  beside?.fields.some((name) => Object.hasOwn(changed, name)) ? undefined : beside
