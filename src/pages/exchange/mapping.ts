/** Pure functions on a column mapping: the field of each column of the file, or null. */
import type { WireImport } from '#model/wire/jobs.ts'

export type Mapping = readonly (string | null)[]

/** Maps the column to the field. A column that had the field before is no longer imported. */
export const withField = (mapping: Mapping, column: number, field: string | null): Mapping =>
  mapping.map((each, index) => (index === column ? field : field !== null && each === field ? null : each))

type Known = Pick<WireImport, 'fields' | 'mapping'>

/** Fields that identify a record and have no column. */
export const missingKeys = ({ fields, mapping }: Known) => fields.filter(({ name, isKey }) => isKey && !mapping.includes(name))

/** Fields that new records require and that have no column. */
export const missingFields = ({ fields, mapping }: Known) =>
  fields.filter(({ name, isKey, isRequired }) => isRequired && !isKey && !mapping.includes(name))
