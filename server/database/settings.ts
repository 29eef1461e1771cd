import { type AnyResource, storedEntries } from '#model/resource.ts'
import { allResources } from '#resources/index.ts'
import type { Queries } from './database.ts'
import { columnNameOf, tableNameOf } from './names.ts'
import { uuidv7 } from './uuid.ts'

/** Makes sure that each resource with one record only has it, filled with the declared defaults. */
export async function ensureSettings(queries: Queries): Promise<void> {
  for (const resource of allResources) if (resource.single) await ensureSingle(queries, resource)
}

async function ensureSingle(queries: Queries, resource: AnyResource): Promise<void> {
  const values = new Map<string, unknown>([['id', uuidv7()]])
  for (const [name, spec] of storedEntries(resource)) {
    if ('default' in spec.options && spec.options.default !== undefined) values.set(columnNameOf(name), spec.options.default)
  }
  const places = [...values.keys()].map((_, at) => `$${at + 1}`)
  await queries.query(
    `insert into ${tableNameOf(resource)} (${[...values.keys()].join(', ')}) values (${places.join(', ')}) on conflict do nothing`,
    [...values.values()],
  )
}
