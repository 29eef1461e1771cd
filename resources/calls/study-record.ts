/** Calls for study records. */
import { studyRecordSchema } from '#model/academic/study-record.ts'
import { defineCall } from '#model/wire/call.ts'

export const getStudyRecord = defineCall({
  method: 'GET',
  path: '/api/students/:id/study-record',
  summary: 'Final marks, averages and credits of a student, from what was published',
  tag: 'students',
  access: { roles: ['admin', 'secretary', 'student'] },
  missing: 'path.unknown',
  output: studyRecordSchema,
})
