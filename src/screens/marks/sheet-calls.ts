import { queryOptions } from '@tanstack/react-query'
import type { SheetEntry, SheetSummary, WireSheet, WireSheetSaved } from '#model/academic/sheet.ts'
import { sheetEndpoints as calls } from '#model/endpoints.ts'
import { request } from '#providers/http.ts'
import type { Keyed } from '#src/console/intent.ts'

/** The sheet of an exam. Its key begins as those of the exam's record, so that a change of the exam brings it up to date. */
export const sheetQuery = (id: string) =>
  queryOptions({
    queryKey: ['data', 'default', 'exams', 'one', id, 'sheet'],
    queryFn: async ({ signal }) => (await request<WireSheet>(calls.read, { path: { id }, signal })).data,
    retry: false,
  })

export const sendRows = async (id: string, rows: readonly SheetEntry[], reason?: string) =>
  (await request<WireSheetSaved>(calls.save, { path: { id }, body: { rows, ...(reason !== undefined && { reason }) } })).data

export interface PublishBody {
  readonly drafts: number
  readonly missing: number
  readonly missingAre?: 'absent'
}

export const publishMarks = async (id: string, body: PublishBody, headers: Keyed) =>
  (await request<SheetSummary>(calls.publish, { path: { id }, body, headers })).data
