import { concernsParticipants, tellParticipants } from '#server/academic/exams/told.ts'
import { completeExams, examIssues, prepareExamChange } from '#server/academic/exams/write.ts'
import type { Context } from '#server/context.ts'
import type { Lifecycle } from '#server/records/lifecycles.ts'

/** Exams lie in their session, students know of them in time, sit no two at once, and are told of every change of a published one. */
export const examLifecycle = (context: Context): Lifecycle => ({
  completeNew: (writes) => completeExams(context, writes),
  beforeUpdate: (write) => prepareExamChange(context, write),
  issuesOf: (writes) => examIssues(context, writes),
  isConcerned: concernsParticipants,
  afterWrite: tellParticipants,
})
