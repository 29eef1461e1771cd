import type { Readable } from 'node:stream'
import { writeBackup } from '../backup/write.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { queueMail } from '../mail/outbox.ts'
import { consume, rateLimits } from '../session/rate-limits.ts'
import { assertRecentPassword } from '../session/reauthentication.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { recordFaultyFiles } from '../session/stored-files.ts'

/**
 * Creates a backup for an administrator who has just entered the password. It is recorded and
 * reported to all administrators before the first byte is sent. Throws `reauthentication.required`,
 * or `requests.tooMany` after two an hour.
 */
export async function takeBackup(
  context: Context,
  caller: Caller,
  address: string,
): Promise<Readable> {
  const { database, clock, registry } = context
  assertRecentPassword(caller, clock.now())
  await consume(database, rateLimits.backup, caller.id, clock.now())
  await database.transaction(async (queries) => {
    const now = clock.now()
    await recordSecurityEvent(queries, now, { kind: 'backupTaken', userId: caller.id, address })
    const admins = await queries.query<{ id: string }>(
      'select id from users where role = $1 and is_active order by id',
      [registry.adminRole],
    )
    for (const { id } of admins) {
      await queueMail(queries, now, {
        kind: 'backupTaken',
        userId: id,
        params: { actor: caller.name },
      })
    }
  })
  return await writeBackup(context, (faultyFiles) => recordFaultyFiles(database, faultyFiles))
}
