import { isFieldType } from '@matricola/schema/field.ts'
import { fieldOf, titleSeparator } from '@matricola/schema/resource-fields.ts'
import { tableNameOf } from '../../database/names.ts'
import { type Permit, permittedRowsSql } from '../../policy/permit.ts'
import { Parameters } from '../../sql/parameters.ts'
import type { RecordSource } from '../source.ts'
import { readableTitleFields, readingFor, titleJoins, titleSql } from './reading.ts'

/**
 * Returns the text to show for a field of a title, given its value as text. Absent: the value
 * itself.
 */
export type TitleWord = (name: string, value: string) => string

/**
 * Returns the titles of the records among the permit's rows, by id, in the language of the permit.
 * They consist of the fields that the role may read and of records that the caller may name.
 * Reading them is not logged.
 */
export async function titles(
  source: RecordSource,
  permit: Permit,
  {
    ids,
    word = (_, value) => value,
  }: { readonly ids: readonly string[]; readonly word?: TitleWord | undefined },
): Promise<ReadonlyMap<string, string>> {
  const { resource, role } = permit
  const names = readableTitleFields(resource, role)
  if (ids.length === 0 || names.length === 0) return new Map()
  const parameters = new Parameters()
  const references = readingFor(permit, source.keys).references.filter(({ name }) =>
    names.includes(name),
  )
  const columns = names.map((name, i) => {
    const reference = references.find((one) => one.name === name)
    if (reference)
      return `${titleSql(reference.target, reference.title, { ...permit, alias: reference.alias })} AS "part${i}"`
    return `${isFieldType(fieldOf(resource, name), 'reference') ? 'NULL' : titleSql(resource, [name], { ...permit, alias: 'r' })} AS "part${i}"`
  })
  const joins = titleJoins(references, permit, parameters)
  const where = `r.id = ANY(${parameters.add([...new Set(ids)], 'uuid[]')}) AND ${permittedRowsSql(permit, 'r', parameters)}`
  const rows = await source.database.query<{ id: string; [part: string]: string | null }>(
    `SELECT r.id, ${columns.join(', ')} FROM ${tableNameOf(resource)} r${joins} WHERE ${where}`,
    parameters.values,
  )
  return new Map(
    rows.map((row) => {
      const parts = names.map((name, i) => row[`part${i}`] && word(name, row[`part${i}`] as string))
      return [row.id, parts.filter((part) => part).join(titleSeparator(resource))]
    }),
  )
}
