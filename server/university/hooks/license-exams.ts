import { degreeIssues, degreeResult, tellStudents } from '#server/academic/degree/degree-exam.ts'
import type { Context } from '#server/context.ts'
import type { Lifecycle } from '#server/records/lifecycles.ts'

/** Degree exams: who is admitted, what the marks of both parts make, and what the student is told. */
export const licenseExamLifecycle = ({ database }: Context): Lifecycle => ({
  beforeUpdate: (write) => degreeResult(database, write),
  issuesOf: (writes) => degreeIssues(database, writes),
  afterWrites: tellStudents,
})
