/** Calls for planning exams, and for a student's own exams. */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { defineCall } from '@matricola/schema/wire/call.ts'
import * as z from 'zod/mini'
import {
  examConflictsSchema as conflictsOutput,
  examPlanSchema,
  ownExamsSchema,
} from '#resources/academic/wire-exams.ts'
import { exams } from '../exams.ts'

const tag = 'exams'

const session = z.enum(['winter', 'summer', 'resit', 'special'])
const optionalId = z.optional(z.nullable(z.uuid()))

export const examConflicts = defineCall({
  method: 'POST',
  path: '/api/exams/conflicts',
  summary: 'Returns the conflicts of a planned or stored exam at a time and place',
  tag,
  access: { resource: asAnyResource(exams), grant: 'create' },
  input: z.strictObject({
    id: optionalId,
    classId: z.uuid(),
    session,
    startsAt: z.iso.datetime(),
    durationMinutes: z.int().check(z.minimum(15), z.maximum(600)),
    room: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    capacity: z.optional(z.nullable(z.int())),
    professorId: optionalId,
    secondProfessorId: optionalId,
  }),
  output: conflictsOutput,
  repeats: 'never',
})

export const examPlanning = defineCall({
  method: 'GET',
  path: '/api/exams/planning',
  summary: 'Lists the exams in a session, with the conflicts of each exam',
  tag,
  access: { roles: ['admin', 'secretary'] },
  query: z.strictObject({ academicYearId: z.uuid(), session }),
  output: examPlanSchema,
})

export const listOwnExams = defineCall({
  method: 'GET',
  path: '/api/exams/own',
  summary: "Lists the calling student's past and upcoming exams",
  tag,
  access: { roles: ['student'] },
  output: ownExamsSchema,
})
