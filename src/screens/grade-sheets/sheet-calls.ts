import type { IdempotencyHeaders } from '@matricola/console/app/submission-key.ts'
import { useCall } from '@matricola/console/use-call.ts'
import type { Http } from '@matricola/providers/http.ts'
import type { GradeSheetEntry } from '#resources/academic/grade-sheet.ts'
import * as sheetCalls from '#resources/calls/grade-sheets.ts'

/**
 * Fetches the sheet of an exam. Its query key is below the key of the exam's record, so that a
 * change to the exam invalidates it.
 */
export const useGradeSheet = (id: string) =>
  useCall(
    sheetCalls.getGradeSheet,
    { params: { id } },
    { key: ['data', 'default', 'exams', 'one', id, 'sheet'], retry: false },
  )

export const saveGradeRows = async (
  http: Http,
  id: string,
  rows: readonly GradeSheetEntry[],
  reason?: string,
) =>
  (
    await http.makeCall(sheetCalls.save, {
      params: { id },
      input: { rows, ...(reason !== undefined && { reason }) },
    })
  ).data

export interface PublishBody {
  readonly drafts: number
  readonly missing: number
  readonly missingResult?: 'absent'
}

export const requestGradePublication = async (
  http: Http,
  id: string,
  body: PublishBody,
  headers: IdempotencyHeaders,
) => (await http.makeCall(sheetCalls.publish, { params: { id }, input: body, headers })).data
