/** Pure functions on a column mapping, which has a field or null for each column of the file. */
import type { WireImport } from '@matricola/schema/wire/jobs.ts'

export type ColumnMapping = readonly (string | null)[]

/** Maps the column to the field. A column that had the field before is no longer imported. */
export const withField = (
  mapping: ColumnMapping,
  column: number,
  field: string | null,
): ColumnMapping =>
  mapping.map((mappedField, index) =>
    index === column ? field : field !== null && mappedField === field ? null : mappedField,
  )

type MappedImport = Pick<WireImport, 'fields' | 'mapping'>

/** Fields that identify a record and have no column. */
export const missingKeys = ({ fields, mapping }: MappedImport) =>
  fields.filter(({ name, isKey }) => isKey && !mapping.includes(name))

/** Fields that new records require and that have no column. */
export const missingFields = ({ fields, mapping }: MappedImport) =>
  fields.filter(({ name, isKey, isRequired }) => isRequired && !isKey && !mapping.includes(name))
