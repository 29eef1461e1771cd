import type { Registry } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { columnEntries } from '@matricola/schema/resource-fields.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from './database.ts'
import { columnNameOf, tableNameOf } from './names.ts'
import { ensureRequiredRecords } from './pack-contributions.ts'
import { uuidv7 } from './uuid.ts'

/**
 * Creates the record of each single-record resource if it is missing, with the declared defaults
 * and `initial` values. Also creates the records that packs require.
 */
export async function ensureSettings(
  queries: Queries,
  registry: Registry,
  initial: { readonly language?: Language } = {},
): Promise<void> {
  for (const resource of registry.resources)
    if (resource.singleton) await ensureSingle(queries, resource, initial)
  await ensureRequiredRecords(queries, registry)
}

async function ensureSingle(
  queries: Queries,
  resource: AnyResource,
  initial: { readonly [field: string]: unknown },
): Promise<void> {
  const values = new Map<string, unknown>([['id', uuidv7()]])
  for (const [name, spec] of columnEntries(resource)) {
    const value = initial[name] ?? ('default' in spec.options ? spec.options.default : undefined)
    if (value !== undefined) values.set(columnNameOf(name), value)
  }
  const placeholders = [...values.keys()].map((_, index) => `$${index + 1}`)
  await queries.query(
    `insert into ${tableNameOf(resource)} (${[...values.keys()].join(', ')}) values (${placeholders.join(', ')}) on conflict do nothing`,
    [...values.values()],
  )
}
