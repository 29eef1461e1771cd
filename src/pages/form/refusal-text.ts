import { HttpError, issueText } from '#providers/http.ts'

/** Why a call was refused: the first refused value where there is one, since no field stands there to show it. */
export function refusalText(error: Error): string {
  const [first] = error instanceof HttpError ? Object.values(error.fields).flat() : []
  return first ? issueText(first) : error.message
}
