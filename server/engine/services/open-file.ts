import { isReadable } from '#model/access.ts'
import { AppError } from '#model/wire/errors.ts'
import { allResources } from '#resources/index.ts'
import { noteLook } from '#server/engine/records/reading/access-log.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { authorize } from '../policy/permit.ts'
import { recordsOf } from '../records/store.ts'
import { type FileRecord, fileById } from '../session/file-records.ts'
import { consume, limits } from '../session/limiter.ts'
import { demandReady } from '../session/stored-files.ts'

/**
 * Returns a file to a caller who may see it: any user if its field is declared `everyone`, else users who may read that field of the
 * record. A file without a record is visible only to the user who uploaded it. Throws `record.missing` in all other cases, and the
 * errors of `demandReady` and `noteDocument`.
 */
export async function openFile(context: Context, caller: Caller, id: string, way: Way = 'sent'): Promise<FileRecord> {
  const file = await fileById(context.database, id)
  if (!file || !(await maySee(context, caller, file))) throw new AppError('record.missing')
  demandReady(file)
  await noteDocument(context, caller, file, way)
  return file
}

/** Returns the university's current logo, for anyone. Throws `record.missing` for any other file. */
export async function openLogo({ database }: Context, id: string): Promise<FileRecord> {
  const [shown] = await database.query('select 1 from settings where logo = $1', [id])
  const file = shown && (await fileById(database, id))
  if (!file) throw new AppError('record.missing')
  return file
}

/** Why a file is requested: to view it, to prefetch it for a view that may never happen, or only to log that it is being viewed. */
export type Way = 'sent' | 'ahead' | 'seen'

/** Logs the access to a document of a record whose reads are logged. Throws `requests.tooMany` above the needs of a day's work. */
async function noteDocument(
  { database, clock }: Context,
  caller: Caller,
  { id, resource, record_id: recordId }: FileRecord,
  way: Way,
): Promise<void> {
  if (resource === null || recordId === null || !allResources.find(({ name }) => name === resource)?.logsReads) return
  if (way !== 'seen') await consume(database, limits.documents, caller.id, clock.now())
  await noteLook(database, caller, clock.now(), { resource, recordId, kind: way === 'ahead' ? 'fetched' : 'file', fileId: id })
}

async function maySee(context: Context, caller: Caller, file: FileRecord): Promise<boolean> {
  const { resource: name, field, record_id: recordId } = file
  if (file.claimed_at === null || name === null || field === null) return file.owner_id === caller.id
  const resource = allResources.find((known) => known.name === name)
  const spec = resource?.fields[field]
  if (spec && 'everyone' in spec.options && spec.options.everyone) return true
  if (!resource || !isReadable(resource, caller.role, field)) return false
  // Throws `record.missing` or `access.denied` if the caller may not read the record.
  await recordsOf(context).find(authorize(caller, resource, 'read'), recordId)
  return true
}
