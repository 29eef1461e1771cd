/** Meaning of the columns of a file: pure changes of a mapping, a field or null for each column. */
import type { WireImport } from '#model/wire/jobs.ts'

export type Mapping = readonly (string | null)[]

/** The column means the field from now on; another column that meant it is not imported. */
export const withField = (mapping: Mapping, column: number, field: string | null): Mapping =>
  mapping.map((each, index) => (index === column ? field : field !== null && each === field ? null : each))

type Known = Pick<WireImport, 'fields' | 'mapping'>

/** Fields without a column that a record is recognised by. */
export const missingKeys = ({ fields, mapping }: Known) => fields.filter(({ name, isKey }) => isKey && !mapping.includes(name))

/** Fields without a column that no new record can do without. */
export const missingFields = ({ fields, mapping }: Known) =>
  fields.filter(({ name, isKey, isRequired }) => isRequired && !isKey && !mapping.includes(name))
