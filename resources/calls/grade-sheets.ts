/** Calls for the grade sheet of an exam. */

import { defineCall } from '@matricola/schema/wire/call.ts'
import * as z from 'zod/mini'
import {
  gradeSheetEntrySchema,
  gradeSheetSavedSchema,
  gradeSheetSchema,
  gradeSheetSummarySchema,
  maxGradeSheetRows,
} from '#resources/academic/grade-sheet.ts'

const tag = 'exams'
/** Only professors enter grades. */
const professors = { roles: ['professor'] } as const

const expectedCount = () => z.int().check(z.gte(0), z.lte(100_000))

export const getGradeSheet = defineCall({
  method: 'GET',
  path: '/api/exams/:id/grade-sheet',
  summary: 'Returns the grade sheet of an exam',
  tag,
  access: { roles: ['admin', 'secretary', 'professor'] },
  output: gradeSheetSchema,
})

export const save = defineCall({
  method: 'PATCH',
  path: '/api/exams/:id/grade-sheet',
  summary: 'Saves rows of a grade sheet as drafts, or corrects published grades',
  tag,
  access: professors,
  input: z.strictObject({
    rows: z.array(gradeSheetEntrySchema).check(z.minLength(1), z.maxLength(maxGradeSheetRows)),
    reason: z.optional(z.string().check(z.trim(), z.minLength(3), z.maxLength(300))),
  }),
  output: gradeSheetSavedSchema,
})

export const publish = defineCall({
  method: 'POST',
  path: '/api/exams/:id/grade-sheet/publish',
  summary: 'Publishes all draft grades of a grade sheet and notifies the students',
  tag,
  access: professors,
  input: z.strictObject({
    drafts: expectedCount(),
    missing: expectedCount(),
    missingResult: z.optional(z.enum(['absent'])),
  }),
  output: gradeSheetSummarySchema,
})
