import { groupBy } from '@matricola/schema/group-by.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'

/** Notifications with the same text about the same subject, shown as one: the newest. */
export interface NotificationGroup {
  readonly record: WireRecord
  readonly ids: readonly string[]
  readonly isUnread: boolean
}

/**
 * Groups notifications, in the order of the newest one in each group. Read and unread ones are
 * never in the same group.
 */
export function groupNotifications(records: readonly WireRecord[]): NotificationGroup[] {
  const groups = groupBy(records, ({ type, subject, link, readAt }) =>
    JSON.stringify([type, subject ?? null, link ?? null, readAt === null]),
  )
  return [...groups.values()].flatMap((group) => {
    const [record] = group
    return record
      ? [{ record, ids: group.map(({ id }) => id), isUnread: record.readAt === null }]
      : []
  })
}
