import type { Context } from '#server/engine/context.ts'
import type { Hooks } from '#server/engine/records/hooks.ts'
import { degreeIssues, degreeResult, tellStudents } from '#server/university/degree/degree-exam.ts'

/** Degree exams: who is admitted, what the marks of both parts make, and what the student is told. */
export const licenseExamHooks = ({ database }: Context): Hooks => ({
  beforeUpdate: (write) => degreeResult(database, write),
  issuesOf: (writes) => degreeIssues(database, writes),
  afterWrites: tellStudents,
})
