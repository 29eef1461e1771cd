/** What the applicant has answered to the last request for changes, from the history: later steps of the office change nothing of it. */
import { type DocumentName, documentField, isDocumentName } from '#model/admission/documents.ts'
import type { WireAnswered, WireOwnDocument } from '#model/admission/wire.ts'
import { admissionEndpoints, fillPath } from '#model/endpoints.ts'
import { isId } from '#model/paths.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { FileRecord } from '#server/engine/session/file-records.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { changesIn } from '#server/university/admission/review/steps-sets.ts'

/** Name of the change in the history. */
export const answerAction = 'answer'

interface LastAnswer {
  readonly at: string
  readonly before: Values
  readonly after: Values
}

async function lastAnswer(queries: Queries, id: string): Promise<LastAnswer | null> {
  const [row] = await queries.query<LastAnswer>(
    `select at, before, after from change where resource = 'registrations' and record_id = $1::uuid and action = $2
     order by version desc limit 1`,
    [id, answerAction],
  )
  return row ?? null
}

/** The last answer, with the documents that others took the place of; null where there was none. */
export async function answeredOf(queries: Queries, id: string): Promise<WireAnswered | null> {
  const last = await lastAnswer(queries, id)
  if (!last) return null
  const files = await documentRows(queries, Object.values(last.before))
  return {
    at: last.at,
    changes: changesIn(last.after).map(({ field, oldValue, keptReason }) => {
      const file = isDocumentName(field) ? files.find((one) => one.id === last.before[documentField(field)]) : undefined
      return {
        field,
        before: oldValue,
        beforeFile: file && isDocumentName(field) ? ownDocument(field, file, 'replacedFile') : null,
        keptReason,
      }
    }),
  }
}

/** The document that the last answer put another in the place of; null where it did not. */
export async function replacedDocument(queries: Queries, id: string, document: DocumentName): Promise<string | null> {
  const fileId = (await lastAnswer(queries, id))?.before[documentField(document)]
  return typeof fileId === 'string' ? fileId : null
}

export type DocumentRow = Pick<FileRecord, 'id' | 'name' | 'media_type' | 'bytes'> & { readonly sent_at: string }

/** Files by their ids, with when each became the application's; ids of nothing are passed over. */
export const documentRows = (queries: Queries, ids: readonly unknown[]): Promise<DocumentRow[]> =>
  queries.query<DocumentRow>(
    'select id, name, media_type, bytes, coalesce(claimed_at, created_at) as sent_at from file where id = any($1::uuid[])',
    [ids.filter((id) => typeof id === 'string' && isId(id))],
  )

/** A file as the applicant sees it. */
export const ownDocument = (
  document: DocumentName,
  file: DocumentRow,
  call: 'applicationFile' | 'replacedFile' = 'applicationFile',
): WireOwnDocument => ({
  document,
  url: fillPath(admissionEndpoints[call].path, { field: document }),
  name: file.name,
  mediaType: file.media_type,
  bytes: file.bytes,
  sentAt: file.sent_at,
})
