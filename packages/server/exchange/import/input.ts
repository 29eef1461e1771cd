/**
 * The stored input of an import. Headings are also encrypted, because in a file without headings
 * they are the first row of data.
 */
import { createHmac } from 'node:crypto'
import { fold } from '@matricola/schema/values/folding.ts'
import {
  type DayOrder,
  type DetectedDayOrder,
  detectDayOrder,
} from '@matricola/schema/values/parse-date.ts'
import type { ImportMode, WireImport } from '@matricola/schema/wire/jobs.ts'
import type { JobInput, JobRecord } from '../../jobs/job-row.ts'
import type { SecretKeys } from '../../secret-keys.ts'
import { decryptValue, encryptValue } from '../../sql/cipher.ts'
import type { RowConflicts } from './row-conflicts.ts'

type LaterFileFact = 'headingRow' | 'rowsAbove' | 'leftOut'
/** Facts about the file. Imports made by an earlier version lack some of them. */
type ImportedFile = Omit<WireImport['file'], LaterFileFact> &
  Partial<Pick<WireImport['file'], LaterFileFact>>

export interface ImportInput extends JobInput {
  readonly fileName: string
  readonly file: ImportedFile
  /** Encrypted by `encryptHeadings`. */
  readonly headings: string
  /** Encrypted by `encryptFirstRows`; absent if no other heading row can be chosen. */
  readonly firstRows?: string
  /** The field of each column; null: not imported. */
  readonly mapping: readonly (string | null)[]
  /**
   * Order of day and month in each column, inferred from its cells. Absent in imports made by an
   * earlier version.
   */
  readonly judgedOrders?: readonly (DetectedDayOrder | null)[]
  /** The order of day and month that the user chose instead. */
  readonly chosenOrders?: readonly (DayOrder | null)[]
  readonly isMappingReused: boolean
  readonly mode: ImportMode
  readonly converted: number
  /** Computed when the mapping is confirmed. */
  readonly repeats: RowConflicts
}

/** The cast is safe: only functions in this folder write the input of an import. */
export const importInput = ({ input }: Pick<JobRecord, 'input'>) => input as ImportInput

/** Returns the order of day and month that is used to read each column. */
export const dayOrdersOf = ({
  mapping,
  judgedOrders,
  chosenOrders,
}: ImportInput): readonly (DetectedDayOrder | null)[] =>
  mapping.map((_, column) => chosenOrders?.[column] ?? judgedOrders?.[column] ?? null)

/** Infers the order of day and month from the cells of each column. */
export const detectDayOrders = (
  width: number,
  rows: readonly (readonly unknown[])[],
): (DetectedDayOrder | null)[] =>
  Array.from({ length: width }, (_, column) => detectDayOrder(rows.map((cells) => cells[column])))

const encryptionCell = (actorId: string, column = 'headings') => ({
  table: 'job',
  column,
  id: actorId,
})

export const encryptHeadings = (keys: SecretKeys, actorId: string, headings: readonly string[]) =>
  encryptValue(JSON.stringify(headings), keys, encryptionCell(actorId))

export const decryptHeadings = (
  keys: SecretKeys,
  job: Pick<JobRecord, 'actor_id' | 'input'>,
): string[] =>
  // Written by `encryptHeadings`.
  JSON.parse(
    decryptValue(importInput(job).headings, keys, encryptionCell(job.actor_id)),
  ) as string[]

export const encryptFirstRows = (
  keys: SecretKeys,
  actorId: string,
  rows: WireImport['firstRows'],
) => encryptValue(JSON.stringify(rows), keys, encryptionCell(actorId, 'firstRows'))

export function decryptFirstRows(
  keys: SecretKeys,
  job: Pick<JobRecord, 'actor_id' | 'input'>,
): WireImport['firstRows'] {
  const { firstRows } = importInput(job)
  // Written by `encryptFirstRows`.
  return firstRows === undefined
    ? []
    : (JSON.parse(
        decryptValue(firstRows, keys, encryptionCell(job.actor_id, 'firstRows')),
      ) as WireImport['firstRows'])
}

/** Hash of the headings. Files with the same headings in the same order have the same hash. */
export const headingsHash = (keys: SecretKeys, headings: readonly string[]) =>
  createHmac('sha256', keys.index)
    .update(`import-shape:${JSON.stringify(headings.map(fold))}`)
    .digest('base64url')
