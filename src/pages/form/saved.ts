import type { OpenNotificationParams } from '@refinedev/core'
import type { WireRecord } from '#model/wire/wire.ts'
import { HttpError } from '#providers/http.ts'
import { successNotification } from '#providers/notification.ts'
import type { Saved } from './use-record-form.ts'

/** Reads the answer of Refine's form hook after our data provider has saved: the record and the server's message. */
export function savedOf(answer: unknown): Saved {
  // The data provider answers `{ data, message }` with a record in `data`; Refine hands it through as it is.
  const { data, message } = answer as { data: WireRecord; message?: string }
  return { record: data, message: message ?? '' }
}

/**
 * A toast only for a failure that the form cannot show beside a field or as a choice between two versions. A cut connection
 * is said once, at the head of the form.
 */
function failureNotification(error: unknown): OpenNotificationParams | false {
  if (!(error instanceof HttpError)) return false
  if (error.statusCode === 0 || error.code === 'record.stale' || Object.keys(error.fields).length > 0) return false
  return { type: 'error', message: error.message }
}

/** A toast for a record that could not be read; what is not there has a page that says so. */
export const readFailure = (error: unknown): OpenNotificationParams | false =>
  error instanceof HttpError && error.statusCode !== 404 && { type: 'error', message: error.message }

/** Notifications of the outcome, for hooks that write. */
export const notifiesOfOutcome = { successNotification, errorNotification: failureNotification }
