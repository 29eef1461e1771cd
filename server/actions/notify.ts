import { sortKey } from '#model/folding.ts'
import type { RecordOf } from '#model/resource.ts'
import type { notifications } from '#resources/notifications.ts'
import type { Queries } from '../database/database.ts'
import { uuidv7 } from '../database/uuid.ts'

interface NewNotification {
  readonly type: RecordOf<typeof notifications>['type']
  readonly userId: string
  readonly subject?: string | null
  /** A path inside the person's own area; absent: its home. */
  readonly link?: string
}

/** What a person is told of however the settings stand: it concerns the safety of the account. */
const always: readonly NewNotification['type'][] = ['passwordChanged', 'newDevice', 'roleChanged']

/** Tells a person of something, in the transaction of what it tells of; not while the settings say that nobody is told. */
export async function notify(queries: Queries, now: Date, { type, userId, subject = null, link }: NewNotification): Promise<void> {
  await queries.query(
    `insert into notifications (id, created_at, updated_at, user_id, type, subject, subject_key, link, sent_at)
     select $1::uuid, $2::timestamptz, $2::timestamptz, $3::uuid, $4::text, $5::text, $6::text, $7::text, $2::timestamptz
     where $8::boolean or (select notification_enabled from settings limit 1)`,
    [
      uuidv7(now),
      now.toISOString(),
      userId,
      type,
      subject,
      subject === null ? null : sortKey(subject),
      link ?? null,
      always.includes(type),
    ],
  )
}
