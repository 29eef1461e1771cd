import { defineCall } from '@matricola/schema/wire/call.ts'
import { possibleResitsSchema } from '#resources/academic/wire-exams.ts'

export const possibleResits = defineCall({
  method: 'GET',
  path: '/api/exam-resits/possible',
  summary:
    'Lists, by course, the resits that the student can request, or the reason why none can be requested',
  tag: 'exam-resits',
  access: { roles: ['student'] },
  output: possibleResitsSchema,
})
