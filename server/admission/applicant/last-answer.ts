/**
 * An applicant's answer to the last change request, read from the history, so that later changes by
 * staff do not alter it.
 */

import { isId } from '@matricola/schema/paths.ts'
import { fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { FileRecord } from '@matricola/server/session/file-records.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { changeTable, fileTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  expr,
  notNull,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { typedAnswer } from '#resources/admission/form-answers.ts'
import type { WireAnsweredRequest, WireOwnDocument } from '#resources/admission/wire.ts'
import {
  type DocumentName,
  documentFileId,
  isDocumentRequest,
} from '#resources/application-documents.ts'
import { answersOf } from '#server/admission/forms/form-contents.ts'
import { requestedChangesOf } from '#server/admission/review/transition-values.ts'

const change = table(changeTable)
const file = table(fileTable)

/** Action under which the answer is recorded in the history. */
export const answerAction = 'answer'

interface LastAnswer {
  readonly at: string
  readonly before: Values
  readonly after: Values
}

async function findLastAnswer(queries: Queries, id: string): Promise<LastAnswer | null> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ at: change.at, before: notNull(change.before), after: notNull(change.after) })} from ${change}
     where ${change.resource} = 'registrations' and ${change.record_id} = ${id}::uuid and ${change.action} = ${answerAction}
     order by ${change.version} desc limit 1`,
  )
  return row ?? null
}

/** Returns the last answer with the documents that it replaced; null if there is none. */
export async function readLastAnswer(
  queries: Queries,
  id: string,
): Promise<WireAnsweredRequest | null> {
  const last = await findLastAnswer(queries, id)
  if (!last) return null
  const changes = requestedChangesOf(last.after)
  const documents = changes.filter(isDocumentRequest).map(({ field }) => field)
  const files = await readDocumentRows(
    queries,
    documents.map((name) => replacedFileId(last, name)),
  )
  return {
    at: last.at,
    changes: changes.map(({ field, item, oldValue, keptReason }) => {
      const isDocument = documents.includes(field)
      const file = files.find(({ id }) => isDocument && id === replacedFileId(last, field))
      return {
        field,
        ...(item && { item }),
        // The request lacks an answer that only some staff read.
        before:
          oldValue ?? (item && !isDocument ? typedAnswer(answersOf(last.before)[field]) : null),
        beforeFile: file ? toOwnDocument(field, file, 'replacedFile') : null,
        keptReason,
      }
    }),
  }
}

/** Returns the id of the file that the last answer replaced; null if it replaced none. */
export async function findReplacedDocument(
  queries: Queries,
  id: string,
  document: DocumentName,
): Promise<string | null> {
  const last = await findLastAnswer(queries, id)
  return last && replacedFileId(last, document)
}

/** The file that an answer replaced. The answers of a form contain unchanged ones, too. */
function replacedFileId({ before, after }: LastAnswer, document: DocumentName): string | null {
  const fileId = documentFileId(before, document)
  return fileId === documentFileId(after, document) ? null : fileId
}

export type DocumentRow = Pick<FileRecord, 'id' | 'name' | 'media_type' | 'bytes' | 'state'> & {
  readonly sent_at: string
}

/**
 * Returns files by id, with the time each was attached to the application. Skips unknown and
 * malformed ids.
 */
export const readDocumentRows = (
  queries: Queries,
  ids: readonly unknown[],
): Promise<DocumentRow[]> =>
  runStatement(
    queries,
    sql`select ${pick({
      ...columns(file, 'id', 'name', 'media_type', 'bytes', 'state'),
      sent_at: expr<string>`coalesce(${file.claimed_at}, ${file.created_at})`,
    })} from ${file} where ${file.id} = any(${ids.filter((id) => typeof id === 'string' && isId(id))}::uuid[])`,
  )

/** Returns a file in the shape that applicants receive. */
export const toOwnDocument = (
  document: DocumentName,
  file: DocumentRow,
  call: 'applicationFile' | 'replacedFile' = 'applicationFile',
): WireOwnDocument => ({
  document,
  url: fillPath(admissionEndpoints[call].path, { field: document }),
  name: file.name,
  mediaType: file.media_type,
  bytes: file.bytes,
  state: file.state,
  sentAt: file.sent_at,
})
