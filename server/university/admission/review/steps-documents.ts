/** Blocks accepting an application whose documents could not be viewed. */

import type { FieldIssues } from '#model/wire/wire.ts'
import { documentField, documentNames } from '#resources/application-documents.ts'
import type { registrations } from '#resources/registrations.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { PlannedWrite } from '#server/engine/records/hooks.ts'
import { file } from '#server/engine/sql/tables.ts'
import { columns, pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { takers } from './steps-places.ts'

const f = table(file, 'f')

/** Issue codes by state of a document that is not ready. */
export const unready = { preparing: 'document.preparing', unreadable: 'document.unreadable' } as const

/** Returns the states of files that are not ready, by id. */
export async function unreadyAmong(queries: Queries, ids: readonly unknown[]): Promise<ReadonlyMap<string, keyof typeof unready>> {
  const named = ids.filter((id) => typeof id === 'string')
  if (named.length === 0) return new Map()
  const rows = await run(queries, sql`select ${pick(columns(f, 'id', 'state'))} from ${f} where ${f.id} = any(${named}::uuid[])`)
  return new Map(rows.flatMap(({ id, state }) => (state === 'ready' ? [] : [[id, state] as const])))
}

/** Returns, for each write, the issues of documents that are not ready, if the write would accept the application. */
export async function documentIssues(queries: Queries, writes: readonly PlannedWrite<typeof registrations>[]): Promise<FieldIssues[]> {
  const fields = documentNames.map(documentField)
  const accepting = takers(writes)
  const found = await unreadyAmong(
    queries,
    accepting.flatMap(({ record }) => fields.map((field) => record[field])),
  )
  return writes.map((write) => {
    if (found.size === 0 || !accepting.includes(write)) return {}
    return Object.fromEntries(
      fields.flatMap((field) => {
        const state = found.get(write.record[field] ?? '')
        return state ? [[field, [{ code: unready[state] }]]] : []
      }),
    )
  })
}
