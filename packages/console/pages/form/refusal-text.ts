import { HttpError } from '@matricola/providers/http.ts'
import { translateIssue } from '../../i18n.ts'

/**
 * Returns why a call was rejected, for places that show no fields: the first issue of a field, or
 * the message if no field has an issue.
 */
export function refusalText(error: Error): string {
  const [first] = error instanceof HttpError ? Object.values(error.fields).flat() : []
  return first ? translateIssue(first) : error.message
}
