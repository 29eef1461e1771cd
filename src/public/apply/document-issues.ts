/** Which of the three documents are missing, by how far each has come. */
import { type DocumentName, documentNames } from '#model/admission/documents.ts'
import type { FieldIssues } from '#model/wire.ts'
import type { Uploads } from '../documents/uploads.ts'

/** One that can be sent again is there: the last button tries once more. */
export function isMissing(uploads: Uploads, name: DocumentName): boolean {
  const state = uploads.state(name)
  return state.step === 'empty' || (state.step === 'failed' && !state.canRetry)
}

/** Which documents are not there; those on their way count as there. */
export const documentIssues = (uploads: Uploads): FieldIssues =>
  Object.fromEntries(documentNames.filter((name) => isMissing(uploads, name)).map((name) => [name, [{ code: 'required' }]]))

/** Which documents the server does not have, once nothing is under way any more. */
export const unsentIssues = (uploads: Uploads): FieldIssues =>
  Object.fromEntries(
    documentNames
      .filter((name) => uploads.state(name).step !== 'done')
      .map((name) => [name, [{ code: isMissing(uploads, name) ? 'required' : 'file.unknown' }]]),
  )
