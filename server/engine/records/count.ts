import { isOfRecord } from '#model/access.ts'
import { tableNameOf } from '#server/engine/database/names.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Source } from './source.ts'

/** The exact number of rows that a condition lets through: what is still believed of it, and how to count anew. */
export function counting(source: Source, permit: Permit, condition: string, values: readonly unknown[]) {
  const { resource, asker } = permit
  const key = source.totals.keyOf(resource.name, `${permit.rows === true ? '' : asker.id}${condition}`, values)
  async function counted(): Promise<number> {
    const text = `SELECT count(*) AS total FROM ${tableNameOf(resource)} r WHERE ${condition}`
    const [row] = await source.database.query<{ total: number }>(text, [...values])
    return Number(row?.total ?? 0)
  }
  // Other rows depend on other resources, whose writes forget nothing here.
  return { known: source.totals.get(key), count: () => (isOfRecord(permit.rows) ? source.totals.made(key, counted) : counted()) }
}
