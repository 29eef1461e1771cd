import { memoize } from '@matricola/schema/memoize.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import {
  accountNotifications,
  type NotificationType,
} from '@matricola/schema/system/notification-types.ts'
import { longestSubject } from '@matricola/schema/system/notifications.ts'
import { sortKey } from '@matricola/schema/values/folding.ts'
import type { Queries } from '../database/database.ts'
import { uuidv7 } from '../database/uuid.ts'

export interface NewNotification {
  readonly type: NotificationType
  readonly userId: string
  readonly subject?: string | null
  /** A path in the user's area; absent: its home page. */
  readonly link?: string
}

/** The application and the time of the event. */
export interface NotificationOrigin {
  readonly registry: Registry
  readonly now: Date
}

const isOfAccount = (type: NotificationType) =>
  (accountNotifications as readonly NotificationType[]).includes(type)

/** Returns the kind of each notification type, for those kinds that users can turn off. */
const kindsByType = memoize(
  ({ notificationKinds }: Registry): ReadonlyMap<string, string> =>
    new Map(
      Object.entries(notificationKinds).flatMap(([kind, types]) =>
        types.map((type): [string, string] => [type, kind]),
      ),
    ),
)

/**
 * Notifies a user, in the transaction of the event. Does nothing if the settings turn notifications
 * off.
 */
export const notify = (
  queries: Queries,
  origin: NotificationOrigin,
  notification: NewNotification,
): Promise<void> => notifyAll(queries, origin, [notification])

/**
 * Like `notify`, for many notifications. Subjects that are too long are cut. Kinds that a user has
 * muted are skipped, except notifications about the account. Users who chose email copies receive
 * an email for each notification.
 */
export async function notifyAll(
  queries: Queries,
  { registry, now }: NotificationOrigin,
  notifications: readonly NewNotification[],
): Promise<void> {
  if (notifications.length === 0) return
  const kinds = kindsByType(registry)
  const shortened = notifications.map(({ subject = null, ...one }) => ({
    ...one,
    subject: subject && [...subject].slice(0, longestSubject).join(''),
  }))
  const rows = shortened.map(({ type, userId, subject, link = null }) => ({
    id: uuidv7(now),
    mail_id: uuidv7(now),
    user_id: userId,
    type,
    kind: kinds.get(type) ?? null,
    subject,
    subject_key: subject === null ? null : sortKey(subject),
    link,
    is_certain: isOfAccount(type),
  }))
  await queries.query(
    `with wanted as (
       select t.*, u.language, u.mail_copies from jsonb_to_recordset($1::jsonb) as t
         (id uuid, mail_id uuid, user_id uuid, type text, kind text, subject text, subject_key text, link text, is_certain boolean)
       left join users u on u.id = t.user_id
       where t.is_certain
         or ((select notification_enabled from settings limit 1) and not coalesce(t.kind = any (u.muted_notifications), false))),
     made as (
       insert into notifications (id, created_at, updated_at, user_id, type, subject, subject_key, link, sent_at)
       select id, $2::timestamptz, $2::timestamptz, user_id, type, subject, subject_key, link, $2::timestamptz from wanted)
     insert into outbox_mail (id, kind, user_id, language, params, created_at, run_at)
     select mail_id, 'notification', user_id, coalesce(language, (select language from settings limit 1)),
       jsonb_strip_nulls(jsonb_build_object('type', type, 'subject', subject, 'link', link)), $2::timestamptz, $2::timestamptz
     from wanted where kind = any (mail_copies)`,
    [JSON.stringify(rows), now.toISOString()],
  )
}
