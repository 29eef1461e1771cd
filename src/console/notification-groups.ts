import { grouped } from '#model/grouped.ts'
import type { WireRecord } from '#model/wire/wire.ts'

/** Notifications that say the same of the same thing, told as one: the newest stands for all. */
export interface NotificationGroup {
  readonly record: WireRecord
  readonly ids: readonly string[]
  readonly isUnread: boolean
}

/** Puts together what says the same, in the order of the newest of each; read and unread stay apart. */
export function groupNotifications(records: readonly WireRecord[]): NotificationGroup[] {
  const groups = grouped(records, ({ type, subject, link, readAt }) =>
    JSON.stringify([type, subject ?? null, link ?? null, readAt === null]),
  )
  return [...groups.values()].flatMap((group) => {
    const [record] = group
    return record ? [{ record, ids: group.map(({ id }) => id), isUnread: record.readAt === null }] : []
  })
}
