/** How much unsent applications may keep on the server: whoever saves many at once fills neither the disk nor the place of others. */
import { isDocumentName } from '#model/admission/documents.ts'
import type { WireKeptDraft, WireSentFile } from '#model/admission/wire.ts'
import { AppError } from '#model/errors.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { draftRoom } from '#server/engine/session/limiter.ts'

/** Waits for others who save, so that two do not take the last place together. Until the transaction ends. */
const inTurn = (queries: Queries) => queries.query(`select pg_advisory_xact_lock(hashtextextended('draft-room', 0))`)

/** Throws `draft.noRoom` where as many drafts are kept as may be, of an address or of all together. */
export async function demandRoom(queries: Queries, address: string): Promise<void> {
  await inTurn(queries)
  const [row] = await queries.query<{ own: number; every: number }>(
    `select (select count(*) from application_draft where address = $1)::int as own,
       (select count(*) from application_draft where address is not null)::int as every`,
    [address],
  )
  if ((row?.own ?? 0) >= draftRoom.address.drafts || (row?.every ?? 0) >= draftRoom.total.drafts) throw new AppError('draft.noRoom')
}

interface Holding {
  readonly draftId: string
  /** Ids by name, as the caller has sent them. */
  readonly documents: { readonly [name: string]: string }
  readonly address: string
}

/**
 * Has a draft hold the documents that nobody has claimed, and no others; what is not there any more is left out of the
 * answer, and so is what there is no room for. What it holds already stays, however full it is.
 */
export async function holdDocuments(queries: Queries, { draftId, documents, address }: Holding) {
  const named = Object.entries(documents).filter(([name]) => isDocumentName(name))
  const list = JSON.stringify(named.map(([name, id]) => ({ name, id })))
  await queries.query(
    `delete from application_draft_file d where d.draft_id = $1
       and not exists (select from jsonb_to_recordset($2::jsonb) as n (name text, id uuid) where n.name = d.name and n.id = d.file_id)`,
    [draftId, list],
  )
  const fresh = await queries.query<{ name: string; id: string; bytes: number }>(
    `select n.name, f.id, f.bytes from jsonb_to_recordset($2::jsonb) as n (name text, id uuid)
     join file f on f.id = n.id and f.claimed_at is null and f.resource is null and f.owner_id is null
     where not exists (select from application_draft_file d where d.draft_id = $1 and d.name = n.name) order by n.name`,
    [draftId, list],
  )
  const taken = fresh.length > 0 ? await withinRoom(queries, address, fresh) : []
  await queries.query(
    `insert into application_draft_file (draft_id, name, file_id, address)
     select $1, n.name, n.id, $3 from jsonb_to_recordset($2::jsonb) as n (name text, id uuid)`,
    [draftId, JSON.stringify(taken), address],
  )
  return { documents: await documentsOf(queries, draftId), isFull: taken.length < fresh.length }
}

/** Those that there is room for, in their order. */
async function withinRoom<T extends { readonly bytes: number }>(queries: Queries, address: string, files: readonly T[]): Promise<T[]> {
  await inTurn(queries)
  const [row] = await queries.query<{ [part in 'files' | 'bytes' | 'ownFiles' | 'ownBytes']: string | number | null }>(
    `select count(*) as files, sum(f.bytes) as bytes,
       count(*) filter (where d.address = $1) as "ownFiles", sum(f.bytes) filter (where d.address = $1) as "ownBytes"
     from application_draft_file d join file f on f.id = d.file_id`,
    [address],
  )
  const left = (limit: number, used: string | number | null | undefined) => limit - Number(used ?? 0)
  let count = Math.min(left(draftRoom.total.files, row?.files), left(draftRoom.address.files, row?.ownFiles))
  let bytes = Math.min(left(draftRoom.total.bytes, row?.bytes), left(draftRoom.address.bytes, row?.ownBytes))
  return files.filter((file) => {
    if (count < 1 || bytes < file.bytes) return false
    count -= 1
    bytes -= file.bytes
    return true
  })
}

/** The documents that a draft holds, by name. */
export async function documentsOf(queries: Queries, draftId: string): Promise<WireKeptDraft['documents']> {
  const rows = await queries.query<WireSentFile & { readonly document: string }>(
    `select d.name as document, f.id, f.name, f.media_type as "mediaType", f.bytes from application_draft_file d
     join file f on f.id = d.file_id and f.claimed_at is null where d.draft_id = $1 order by d.name`,
    [draftId],
  )
  return Object.fromEntries(rows.map(({ document, ...file }) => [document, file]))
}
