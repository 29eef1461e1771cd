/** Prevents staff from accepting an application whose documents could not be viewed. */

import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { PlannedWrite } from '@matricola/server/records/hooks.ts'
import { fileTable } from '@matricola/server/sql/tables.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { documentField, documentNames } from '#resources/application-documents.ts'
import type { registrations } from '#resources/registrations.ts'
import { placeTakingWrites } from './place-limits.ts'

const file = table(fileTable)

/** Issue codes by state of a document that is not ready. */
export const unreadyCodes = { preparing: 'document.preparing', unreadable: 'document.unreadable' } as const

/** Returns the states of files that are not ready, by id. */
export async function findUnreadyFiles(queries: Queries, ids: readonly unknown[]): Promise<ReadonlyMap<string, keyof typeof unreadyCodes>> {
  const fileIds = ids.filter((id) => typeof id === 'string')
  if (fileIds.length === 0) return new Map()
  const rows = await runStatement(
    queries,
    sql`select ${pick(columns(file, 'id', 'state'))} from ${file} where ${file.id} = any(${fileIds}::uuid[])`,
  )
  return new Map(rows.flatMap(({ id, state }) => (state === 'ready' ? [] : [[id, state] as const])))
}

/** Returns, for each write, the issues of documents that are not ready, if the write would accept the application. */
export async function documentIssues(queries: Queries, writes: readonly PlannedWrite<typeof registrations>[]): Promise<FieldIssues[]> {
  const fields = documentNames.map(documentField)
  const acceptingWrites = placeTakingWrites(writes)
  const found = await findUnreadyFiles(
    queries,
    acceptingWrites.flatMap(({ record }) => fields.map((field) => record[field])),
  )
  return writes.map((write) => {
    if (found.size === 0 || !acceptingWrites.includes(write)) return {}
    return Object.fromEntries(
      fields.flatMap((field) => {
        const state = found.get(write.record[field] ?? '')
        return state ? [[field, [{ code: unreadyCodes[state] }]]] : []
      }),
    )
  })
}
