/** Limits the storage for application drafts, so that one client can neither fill the disk nor use up the quota of others. */

import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { fileTable } from '@matricola/server/sql/tables.ts'
import { columns, expr, intoColumns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import type { WireKeptDraft } from '#resources/admission/wire.ts'
import { isDocumentName } from '#resources/application-documents.ts'
import { draftQuota } from '#server/limits.ts'
import { applicationDraftFileTable, applicationDraftTable } from '#server/tables/rows.ts'

const d = table(applicationDraftTable, 'd')
const dx = table(applicationDraftFileTable, 'dx')
const f = table(fileTable, 'f')
const df = table(applicationDraftFileTable, 'df')

/** Serializes saves until the transaction ends, so that two cannot both take the last free space. */
const lockQuota = (queries: Queries) => runStatement(queries, sql`select pg_advisory_xact_lock(hashtextextended('draft-room', 0))`)

/** Throws `draft.noRoom` if the IP address, or all IP addresses together, have reached their maximum number of drafts. */
export async function assertDraftQuota(queries: Queries, address: string): Promise<void> {
  await lockQuota(queries)
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      own: expr<number>`(select count(*) from ${d} where ${d.address} = ${address})::int`,
      total: expr<number>`(select count(*) from ${d} where ${d.address} is not null)::int`,
    })}`,
  )
  if ((row?.own ?? 0) >= draftQuota.address.drafts || (row?.total ?? 0) >= draftQuota.total.drafts)
    throw new AppError(admissionErrors['draft.noRoom'])
}

interface DraftDocuments {
  readonly draftId: string
  /** Ids by document name, as in the request. */
  readonly documents: { readonly [name: string]: string | undefined }
  readonly address: string
}

/**
 * Attaches documents to a draft if they are unclaimed and belong to no other draft. The result omits documents that no longer exist or
 * for which there is no space. Documents that are already in the draft stay, even above the limit.
 */
export async function attachDocuments(queries: Queries, { draftId, documents, address }: DraftDocuments) {
  const documentEntries = Object.entries(documents).filter(([name]) => isDocumentName(name))
  const list = JSON.stringify(documentEntries.map(([name, id]) => ({ name, id })))
  await runStatement(
    queries,
    sql`delete from ${dx} where ${dx.draft_id} = ${draftId}
       and not exists (select from jsonb_to_recordset(${list}::jsonb) as n (name text, id uuid)
       where n.name = ${dx.name} and n.id = ${dx.file_id})`,
  )
  const newFiles = await runStatement(
    queries,
    sql`select ${pick({ name: expr<string>`n.name`, ...columns(f, 'id', 'bytes') })}
     from jsonb_to_recordset(${list}::jsonb) as n (name text, id uuid)
     join ${f} on ${f.id} = n.id and ${f.claimed_at} is null and ${f.resource} is null and ${f.owner_id} is null
     where not exists (select from ${dx} where ${dx.draft_id} = ${draftId} and ${dx.name} = n.name)
     and not exists (select from ${dx} where ${dx.file_id} = n.id and ${dx.draft_id} <> ${draftId}) order by n.name`,
  )
  const attached = newFiles.length > 0 ? await filterWithinQuota(queries, address, newFiles) : []
  await runStatement(
    queries,
    sql`insert into ${intoColumns(df, 'draft_id', 'name', 'file_id', 'address')}
     select ${draftId}, n.name, n.id, ${address} from jsonb_to_recordset(${JSON.stringify(attached)}::jsonb) as n (name text, id uuid)`,
  )
  return { documents: await readDraftDocuments(queries, draftId), isFull: attached.length < newFiles.length }
}

/** Returns the files for which there is space, in their order. */
async function filterWithinQuota<T extends { readonly bytes: number }>(
  queries: Queries,
  address: string,
  files: readonly T[],
): Promise<T[]> {
  await lockQuota(queries)
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      files: expr<number | null>`count(*)`,
      bytes: expr<number | null>`sum(${f.bytes})`,
      ownFiles: expr<number | null>`count(*) filter (where ${dx.address} = ${address})`,
      ownBytes: expr<number | null>`sum(${f.bytes}) filter (where ${dx.address} = ${address})`,
    })}
     from ${dx} join ${f} on ${f.id} = ${dx.file_id}`,
  )
  const remaining = (limit: number, used: number | null | undefined) => limit - (used ?? 0)
  let count = Math.min(remaining(draftQuota.total.files, row?.files), remaining(draftQuota.address.files, row?.ownFiles))
  let bytes = Math.min(remaining(draftQuota.total.bytes, row?.bytes), remaining(draftQuota.address.bytes, row?.ownBytes))
  return files.filter((file) => {
    if (count < 1 || bytes < file.bytes) return false
    count -= 1
    bytes -= file.bytes
    return true
  })
}

/** Returns the documents of a draft, by name. */
export async function readDraftDocuments(queries: Queries, draftId: string): Promise<WireKeptDraft['documents']> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({ document: dx.name, ...columns(f, 'id', 'name', 'bytes'), mediaType: f.media_type })} from ${dx}
     join ${f} on ${f.id} = ${dx.file_id} and ${f.claimed_at} is null where ${dx.draft_id} = ${draftId} order by ${dx.name}`,
  )
  return Object.fromEntries(rows.map(({ document, ...file }) => [document, file]))
}
