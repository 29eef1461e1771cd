/** Parts of a record's page that are selected in the same statement as the record, to save a round trip. */
import type { WireRecord } from '#model/wire/wire.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Parameters } from '../../sql/parameters.ts'
import type { Row } from './reading.ts'

export interface Beside {
  /**
   * Fields that the parts depend on. If a write changes one of them, the parts are read afterwards, because the statement that
   * writes still sees the old values.
   */
  readonly fields: readonly string[]
  /** Returns SQL that selects one value for the row `row`; null if the caller gets none of the parts. */
  sql(permit: Permit, row: string, parameters: Parameters): string | null
  /** Converts the selected value to the parts that the permit's holder gets. */
  read(value: unknown, permit: Permit): Parts
}

type Parts = { readonly [part: string]: unknown }

const known = new WeakMap<WireRecord, Parts>()

/** Returns the parts that were read together with a record; undefined if there are none. */
export const partsBeside = (record: WireRecord): Parts | undefined => known.get(record)

/** Returns the extra column to select with the row `r`, and a function that attaches its value to the record. */
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

/** Returns `beside`, or undefined if the change affects fields that the parts depend on. */
export const unlessChanged = (beside: Beside | undefined, changed: object): Beside | undefined =>
  beside?.fields.some((name) => Object.hasOwn(changed, name)) ? undefined : beside
