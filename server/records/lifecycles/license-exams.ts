import { degreeIssues, degreeResult, isTold, tellStudent } from '#server/academic/degree/degree-exam.ts'
import type { Context } from '#server/context.ts'
import type { Lifecycle } from '../lifecycles.ts'

/** Degree exams: who is admitted, what the marks of both parts make, and what the student is told. */
export const licenseExamLifecycle = ({ database }: Context): Lifecycle => ({
  beforeUpdate: (write) => degreeResult(database, write),
  issuesOf: (writes) => degreeIssues(database, writes),
  isConcerned: isTold,
  async afterWrite(queries, event) {
    if (isTold(event)) await tellStudent(queries, event)
  },
})
