import { today } from '#model/dates.ts'
import { fold, sortKey } from '#model/folding.ts'
import { type AnyResource, storedEntries } from '#model/resource.ts'
import type { Language } from '#model/vocabulary.ts'
import { allResources } from '#resources/index.ts'
import type { Queries } from './database.ts'
import { columnNameOf, tableNameOf } from './names.ts'
import { uuidv7 } from './uuid.ts'

/** Makes sure that each resource with one record only has it, filled with the declared defaults and what is `chosen` for the first start. */
export async function ensureSettings(queries: Queries, chosen: { readonly language?: Language } = {}): Promise<void> {
  for (const resource of allResources) if (resource.single) await ensureSingle(queries, resource, chosen)
  await ensureAdmissionSession(queries)
}

/** Applications always belong to an admission: the first start makes one of this year, which the office renames and dates. */
async function ensureAdmissionSession(queries: Queries): Promise<void> {
  const year = Number(today(new Date()).slice(0, 4))
  const name = String(year)
  await queries.query(
    `insert into "admission_sessions" (id, name, name_key, academic_year, academic_year_key, search_text)
     select $1, $2, $3, $4, $5, $6 where not exists (select from "admission_sessions") on conflict do nothing`,
    [uuidv7(), name, sortKey(name), `${year}-${year + 1}`, sortKey(`${year}-${year + 1}`), fold(name)],
  )
  await queries.query(
    `update "settings" set admission_session_id = (select id from "admission_sessions" order by created_at desc, id desc limit 1)
     where admission_session_id is null`,
  )
}

async function ensureSingle(queries: Queries, resource: AnyResource, chosen: { readonly [field: string]: unknown }): Promise<void> {
  const values = new Map<string, unknown>([['id', uuidv7()]])
  for (const [name, spec] of storedEntries(resource)) {
    const value = chosen[name] ?? ('default' in spec.options ? spec.options.default : undefined)
    if (value !== undefined) values.set(columnNameOf(name), value)
  }
  const places = [...values.keys()].map((_, at) => `$${at + 1}`)
  await queries.query(
    `insert into ${tableNameOf(resource)} (${[...values.keys()].join(', ')}) values (${places.join(', ')}) on conflict do nothing`,
    [...values.values()],
  )
}
