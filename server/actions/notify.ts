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
export const notify = (queries: Queries, now: Date, told: NewNotification): Promise<void> => notifyAll(queries, now, [told])

/** As `notify`, for many at once, each of what concerns that person. */
export async function notifyAll(queries: Queries, now: Date, told: readonly NewNotification[]): Promise<void> {
  if (told.length === 0) return
  const rows = told.map(({ type, userId, subject = null, link = null }) => ({
    id: uuidv7(now),
    user_id: userId,
    type,
    subject,
    subject_key: subject === null ? null : sortKey(subject),
    link,
    is_certain: always.includes(type),
  }))
  await queries.query(
    `insert into notifications (id, created_at, updated_at, user_id, type, subject, subject_key, link, sent_at)
     select id, $2::timestamptz, $2::timestamptz, user_id, type, subject, subject_key, link, $2::timestamptz
     from jsonb_to_recordset($1::jsonb) as told (id uuid, user_id uuid, type text, subject text, subject_key text, link text, is_certain boolean)
     where is_certain or (select notification_enabled from settings limit 1)`,
    [JSON.stringify(rows), now.toISOString()],
  )
}
