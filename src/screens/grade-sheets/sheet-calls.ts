import type { SheetEntry } from '#model/academic/grade-sheet.ts'
import { ask } from '#providers/ask.ts'
import * as sheetCalls from '#resources/calls/sheets.ts'
import type { Keyed } from '#src/console/intent.ts'
import { useCall } from '#src/use-call.ts'

/** Fetches the sheet of an exam. Its query key is below that of the exam's record, so a change of the exam invalidates it. */
export const useSheet = (id: string) =>
  useCall(sheetCalls.read, { params: { id } }, { key: ['data', 'default', 'exams', 'one', id, 'sheet'], retry: false })

export const sendRows = async (id: string, rows: readonly SheetEntry[], reason?: string) =>
  (await ask(sheetCalls.save, { params: { id }, input: { rows, ...(reason !== undefined && { reason }) } })).data

export interface PublishBody {
  readonly drafts: number
  readonly missing: number
  readonly missingAre?: 'absent'
}

export const publishMarks = async (id: string, body: PublishBody, headers: Keyed) =>
  (await ask(sheetCalls.publish, { params: { id }, input: body, headers })).data
