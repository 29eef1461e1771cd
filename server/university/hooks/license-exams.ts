import type { licenseExams } from '#resources/license-exams.ts'
import type { Context } from '#server/engine/context.ts'
import { forEach, type Hooks } from '#server/engine/records/hooks.ts'
import { degreeIssues, degreeResult } from '#server/university/degree/degree-exam.ts'

/** Degree exams: admission, and the result from the grades of both parts. */
export const licenseExamHooks = ({ database }: Context): Hooks<typeof licenseExams> => ({
  prepare: forEach((write) => (write.before ? degreeResult(database, write) : undefined)),
  validate: (writes) => degreeIssues(database, writes),
})
