/**
 * Parts of a record's page that are selected in the same statement as the record, to save a round
 * trip.
 */
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Permit } from '../../policy/permit.ts'
import type { Parameters } from '../../sql/parameters.ts'
import type { Row } from './reading.ts'

export interface SelectedDetail {
  /**
   * Fields that the parts depend on. If a write changes one of them, the parts are read afterwards,
   * because the statement that writes still sees the old values.
   */
  readonly fields: readonly string[]
  /**
   * Returns SQL that selects one value for the row `row`; null if the caller gets none of the
   * parts.
   */
  sql(permit: Permit, row: string, parameters: Parameters): string | null
  /** Converts the selected value to the parts that the permit's holder gets. */
  read(value: unknown, permit: Permit): RecordDetail
}

type RecordDetail = { readonly [part: string]: unknown }

const selectedDetails = new WeakMap<WireRecord, RecordDetail>()

/** Returns the parts that were read together with a record; undefined if there are none. */
export const findSelectedDetail = (record: WireRecord): RecordDetail | undefined =>
  selectedDetails.get(record)

/**
 * Returns the extra column to select with the row `r`, and a function that attaches its value to
 * the record.
 */
export function selectDetail(
  detail: SelectedDetail | undefined,
  permit: Permit,
  parameters: Parameters,
) {
  const sql = detail?.sql(permit, 'r', parameters)
  if (!detail || !sql) return { column: '', attach: (record: WireRecord) => record }
  return {
    column: `, ${sql} AS "detail"`,
    attach(record: WireRecord, row: Row): WireRecord {
      selectedDetails.set(record, detail.read(row.detail, permit))
      return record
    },
  }
}

/** Returns `detail`, or undefined if the change affects fields that the parts depend on. */
export const unlessAffected = (
  detail: SelectedDetail | undefined,
  changed: object,
): SelectedDetail | undefined =>
  detail?.fields.some((name) => Object.hasOwn(changed, name)) ? undefined : detail
