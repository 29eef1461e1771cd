import { isReadable } from '@matricola/schema/access.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { authorize } from '../policy/permit.ts'
import { logRecordAccess } from '../records/reading/access-log.ts'
import { recordsOf } from '../records/store.ts'
import { type FileRecord, findFileById } from '../session/file-records.ts'
import { consume, rateLimits } from '../session/rate-limits.ts'
import { assertReady } from '../session/stored-files.ts'

/**
 * Returns a file to a caller who may see it: any user if its field is declared `openToAllUsers`,
 * otherwise any user who may read that field, or that part of it, of the record. A file without a record is visible only
 * to the user who uploaded it. Throws `record.missing` in all other cases, and the errors of
 * `assertReady` and `logDocumentAccess`.
 */
export async function openFile(
  context: Context,
  caller: Caller,
  id: string,
  purpose: AccessPurpose = 'sent',
): Promise<FileRecord> {
  const file = await findFileById(context.database, id)
  if (!file || !(await canRead(context, caller, file))) throw new AppError('record.missing')
  assertReady(file)
  await logDocumentAccess(context, caller, file, purpose)
  return file
}

/**
 * Returns the university's current logo, for anyone. Throws `record.missing` for any other file.
 */
export async function openLogo({ database }: Context, id: string): Promise<FileRecord> {
  const [usedAsLogo] = await database.query('select 1 from settings where logo = $1', [id])
  const file = usedAsLogo && (await findFileById(database, id))
  if (!file) throw new AppError('record.missing')
  return file
}

/**
 * Why a file is requested: to view it, to prefetch it in case it is viewed later, or only to log
 * that it is being viewed.
 */
export type AccessPurpose = 'sent' | 'ahead' | 'seen'

/**
 * Logs access to a document if reads of its record are logged. Throws `requests.tooMany` above a
 * limit that a day's work does not reach.
 */
async function logDocumentAccess(
  { database, clock, registry }: Context,
  caller: Caller,
  { id, resource, record_id: recordId }: FileRecord,
  purpose: AccessPurpose,
): Promise<void> {
  if (resource === null || recordId === null || !registry.find(resource)?.logsReads) return
  if (purpose !== 'seen') await consume(database, rateLimits.documents, caller.id, clock.now())
  await logRecordAccess(database, caller, clock.now(), {
    resource,
    recordId,
    kind: purpose === 'ahead' ? 'fetched' : 'file',
    fileId: id,
  })
}

async function canRead(context: Context, caller: Caller, file: FileRecord): Promise<boolean> {
  const { resource: name, record_id: recordId } = file
  if (file.claimed_at === null || name === null || file.field === null)
    return file.owner_id === caller.id
  // A field that contains several files, such as answers, stores them as `field.part`.
  const [field = '', part] = file.field.split('.', 2)
  const resource = context.registry.find(name)
  const spec = resource?.fields[field]
  if (spec && 'openToAllUsers' in spec.options && spec.options.openToAllUsers) return true
  if (!resource) return false
  const records = recordsOf(context)
  const canReadPart = part === undefined ? undefined : records.hooksFor(resource)?.canReadPart
  if (!canReadPart && !isReadable(resource, caller.role, field)) return false
  // Throws `record.missing` or `access.denied` if the caller may not read the record.
  const permit = authorize(caller, resource, 'read')
  const { id } = await records.get(permit, recordId)
  return part === undefined || !canReadPart || canReadPart(permit, id, part)
}
