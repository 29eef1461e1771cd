/** Calls for study records. */

import { defineCall } from '@matricola/schema/wire/call.ts'
import { studyRecordSchema } from '#resources/academic/study-record.ts'

export const getStudyRecord = defineCall({
  method: 'GET',
  path: '/api/students/:id/study-record',
  summary: "Returns a student's final grades, averages and credits, computed from published grades",
  tag: 'students',
  access: { roles: ['admin', 'secretary', 'student'] },
  missing: 'path.unknown',
  output: studyRecordSchema,
})
