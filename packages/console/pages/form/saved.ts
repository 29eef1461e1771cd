import { HttpError } from '@matricola/providers/http.ts'
import { successNotification } from '@matricola/providers/notification.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { OpenNotificationParams } from '@refinedev/core'
import type { SavedRecord } from './use-record-form.ts'

/**
 * Reads the result of Refine's form hook after a save by our data provider: the record and the
 * server's message.
 */
export function toSaved(answer: unknown): SavedRecord {
  // The data provider returns `{ data, message }` with a record in `data`; Refine passes it through
  // unchanged.
  const { data, message } = answer as { data: WireRecord; message?: string }
  return { record: data, message: message ?? '' }
}

/**
 * Returns a toast for failures that the form does not show itself. It shows issues of fields,
 * conflicting versions and lost connections.
 */
function failureNotification(error: unknown): OpenNotificationParams | false {
  if (!(error instanceof HttpError)) return false
  if (
    error.statusCode === 0 ||
    error.code === 'record.stale' ||
    Object.keys(error.fields).length > 0
  )
    return false
  return { type: 'error', message: error.message }
}

/** Returns a toast for a failed read. A missing record has its own page instead. */
export const readFailureNotification = (error: unknown): OpenNotificationParams | false =>
  error instanceof HttpError &&
  error.statusCode !== 404 && { type: 'error', message: error.message }

/** Notification options for hooks that write. */
export const writeNotifications = { successNotification, errorNotification: failureNotification }
