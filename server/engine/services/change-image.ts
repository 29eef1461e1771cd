import { AppError } from '#model/errors.ts'
import type { WireRecord } from '#model/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { encodeAvatar } from '../images/re-encode.ts'
import type { Upload } from '../images/receive-upload.ts'
import { authorize } from '../policy/permit.ts'
import { findStored } from '../records/find.ts'
import { Totals } from '../records/totals.ts'
import { write } from '../records/write.ts'
import { claimFile, stageFile } from '../session/file-records.ts'

const field = 'imagePath'

/**
 * Gives an account its picture: the own, or anybody's for an admin. Throws `record.missing` for who may not change that
 * account, `upload.unsupported`, `record.stale` when somebody else keeps changing it.
 */
export async function changeImage(context: Context, caller: Caller, userId: string, upload: Upload): Promise<WireRecord> {
  const { database, keys, clock } = context
  const users = resourceNamed('users')
  const permit = authorize(caller, users, 'update')
  const source = { database, keys, clock, totals: new Totals(clock) }
  const before = await findStored(source, permit, userId)
  const bytes = await encodeAvatar(upload.bytes, upload.kind)
  const fileId = await stageFile(context, { bytes, original: upload.bytes, kind: 'webp', name: 'image.webp', ownerId: caller.id })
  return await database.transaction(async (queries) => {
    const now = clock.now()
    const current = await findStored(source, permit, before.id, queries)
    await claimFile(queries, { fileId, ownerId: caller.id, resource: users.name, recordId: before.id, field }, now)
    const written = await write(source, queries, {
      permit,
      action: 'update',
      id: current.id,
      from: current.version,
      changed: { [field]: fileId },
      before: current.values,
      record: { ...current.values, [field]: fileId },
      reason: null,
      at: now,
    })
    // Thrown here, it undoes the claim: the picture that stays must not be let go.
    if (!written) throw new AppError('record.stale')
    return written
  })
}
