/**
 * Limits the storage for application drafts, so that one client can neither fill the disk nor use
 * up the quota of others.
 */

import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { fileTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  expr,
  intoColumns,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import type { WireKeptDraft } from '#resources/admission/wire-drafts.ts'
import { isDocumentOrItem } from '#resources/application-documents.ts'
import { draftQuota } from '#server/limits.ts'
import { applicationDraftFileTable, applicationDraftTable } from '#server/tables/rows.ts'

const applicationDraft = table(applicationDraftTable)
const applicationDraftFile = table(applicationDraftFileTable)
const file = table(fileTable)
const newFile = table(applicationDraftFileTable, 'new_file')

/**
 * Serializes saves until the transaction ends, so that two cannot both take the last free space.
 */
const lockQuota = (queries: Queries) =>
  runStatement(queries, sql`select pg_advisory_xact_lock(hashtextextended('draft-room', 0))`)

/**
 * Throws `draft.noRoom` if the IP address, or all IP addresses together, have reached their maximum
 * number of drafts.
 */
export async function assertDraftQuota(queries: Queries, address: string): Promise<void> {
  await lockQuota(queries)
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      own: expr<number>`(select count(*) from ${applicationDraft} where ${applicationDraft.address} = ${address})::int`,
      total: expr<number>`(select count(*) from ${applicationDraft} where ${applicationDraft.address} is not null)::int`,
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
 * Attaches documents to a draft if they are unclaimed and belong to no other draft. The result
 * omits documents that no longer exist or for which there is no space. Documents that are already
 * in the draft stay, even above the limit.
 */
export async function attachDocuments(
  queries: Queries,
  { draftId, documents, address }: DraftDocuments,
) {
  const documentEntries = Object.entries(documents).filter(([name]) => isDocumentOrItem(name))
  const list = JSON.stringify(documentEntries.map(([name, id]) => ({ name, id })))
  await runStatement(
    queries,
    sql`delete from ${applicationDraftFile} where ${applicationDraftFile.draft_id} = ${draftId}
       and not exists (select from jsonb_to_recordset(${list}::jsonb) as n (name text, id uuid)
       where n.name = ${applicationDraftFile.name} and n.id = ${applicationDraftFile.file_id})`,
  )
  const newFiles = await runStatement(
    queries,
    sql`select ${pick({ name: expr<string>`n.name`, ...columns(file, 'id', 'bytes') })}
     from jsonb_to_recordset(${list}::jsonb) as n (name text, id uuid)
     join ${file} on ${file.id} = n.id and ${file.claimed_at} is null and ${file.resource} is null and ${file.owner_id} is null
     where not exists (select from ${applicationDraftFile} where ${applicationDraftFile.draft_id} = ${draftId} and ${applicationDraftFile.name} = n.name)
     and not exists (select from ${applicationDraftFile} where ${applicationDraftFile.file_id} = n.id and ${applicationDraftFile.draft_id} <> ${draftId}) order by n.name`,
  )
  const attached = newFiles.length > 0 ? await filterWithinQuota(queries, address, newFiles) : []
  await runStatement(
    queries,
    sql`insert into ${intoColumns(newFile, 'draft_id', 'name', 'file_id', 'address')}
     select ${draftId}, n.name, n.id, ${address} from jsonb_to_recordset(${JSON.stringify(attached)}::jsonb) as n (name text, id uuid)`,
  )
  return {
    documents: await readDraftDocuments(queries, draftId),
    isFull: attached.length < newFiles.length,
  }
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
      bytes: expr<number | null>`sum(${file.bytes})`,
      ownFiles: expr<
        number | null
      >`count(*) filter (where ${applicationDraftFile.address} = ${address})`,
      ownBytes: expr<
        number | null
      >`sum(${file.bytes}) filter (where ${applicationDraftFile.address} = ${address})`,
    })}
     from ${applicationDraftFile} join ${file} on ${file.id} = ${applicationDraftFile.file_id}`,
  )
  const remaining = (limit: number, used: number | null | undefined) => limit - (used ?? 0)
  let count = Math.min(
    remaining(draftQuota.total.files, row?.files),
    remaining(draftQuota.address.files, row?.ownFiles),
  )
  let bytes = Math.min(
    remaining(draftQuota.total.bytes, row?.bytes),
    remaining(draftQuota.address.bytes, row?.ownBytes),
  )
  return files.filter((file) => {
    if (count < 1 || bytes < file.bytes) return false
    count -= 1
    bytes -= file.bytes
    return true
  })
}

/** Returns the documents of a draft, by name. */
export async function readDraftDocuments(
  queries: Queries,
  draftId: string,
): Promise<WireKeptDraft['documents']> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({ document: applicationDraftFile.name, ...columns(file, 'id', 'name', 'bytes'), mediaType: file.media_type })} from ${applicationDraftFile}
     join ${file} on ${file.id} = ${applicationDraftFile.file_id} and ${file.claimed_at} is null where ${applicationDraftFile.draft_id} = ${draftId} order by ${applicationDraftFile.name}`,
  )
  return Object.fromEntries(rows.map(({ document, ...file }) => [document, file]))
}
