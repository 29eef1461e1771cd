import type { Context } from '@matricola/server/context.ts'
import { type Hooks, prepareEach } from '@matricola/server/records/hooks.ts'
import type { licenseExams } from '#resources/license-exams.ts'
import { degreeExamIssues, prepareDegreeResult } from '#server/degree/degree-exam.ts'

/** Final degree exams: admission, and the result from the grades of both parts. */
export const licenseExamHooks = ({ database }: Context): Hooks<typeof licenseExams> => ({
  prepare: prepareEach((write) => (write.before ? prepareDegreeResult(database, write) : undefined)),
  validate: (writes) => degreeExamIssues(database, writes),
})
