import { readOnlyIssues } from '@matricola/schema/validation.ts'
import { accountResource } from '@matricola/schema/vocabulary.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Upload } from '../images/receive-upload.ts'
import { authorize } from '../policy/permit.ts'
import { recordsOf } from '../records/store.ts'
import { claimFiles, stageNewFile } from '../session/file-records.ts'

const field = 'imagePath'

/**
 * Sets the picture of an account. Users may change their own picture, and administrators may change
 * any picture. Throws `record.missing` if the caller may not change the account, `record.stale` if
 * the account is changed at the same time, and the errors of the encoder.
 */
export async function changeProfilePicture(
  context: Context,
  caller: Caller,
  userId: string,
  upload: Omit<Upload, 'sha256'>,
): Promise<WireRecord> {
  const users = context.registry.get(accountResource)
  const permit = authorize(caller, users, 'update')
  const records = recordsOf(context)
  const { id } = await records.getStored(permit, userId)
  if (upload.kind === 'pdf') throw new AppError('upload.unsupported')
  const bytes = await context.encodePicture({
    bytes: upload.bytes,
    kind: upload.kind,
    shape: 'avatar',
  })
  const fileId = await stageNewFile(context, {
    bytes,
    original: upload.bytes,
    kind: 'webp',
    name: 'image.webp',
    ownerId: caller.id,
  })
  return records.inTransaction(async (innerRecords) => {
    const { version } = await innerRecords.getStored(permit, id)
    return innerRecords.applyInternalChange(permit, {
      id,
      version,
      action: 'update',
      values({ values }) {
        const issues = readOnlyIssues(users, values, permit.callerIdentity, [field])
        if (Object.keys(issues).length > 0) throw invalidInput(issues)
        return { [field]: fileId }
      },
      // If anything throws before this point, the account keeps its old picture.
      async afterwards(queries, { at }) {
        await claimFiles(
          queries,
          {
            files: [{ fileId, field, accept: ['webp'] }],
            ownerId: caller.id,
            resource: users.name,
            recordId: id,
          },
          new Date(at),
        )
      },
    })
  })
}
