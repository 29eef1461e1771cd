import { HttpError, translateIssue } from '#providers/http.ts'

/** Returns why a call was rejected: the first issue of a field, if any, because the caller shows no fields; otherwise the message. */
export function refusalText(error: Error): string {
  const [first] = error instanceof HttpError ? Object.values(error.fields).flat() : []
  return first ? translateIssue(first) : error.message
}
