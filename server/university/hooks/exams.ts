import type { Context } from '#server/engine/context.ts'
import type { Hooks } from '#server/engine/records/hooks.ts'
import { concernsParticipants, tellParticipants } from '#server/university/exams/told.ts'
import { completeExams, examIssues, prepareExamChange } from '#server/university/exams/write.ts'

/** Exams lie in their session, students know of them in time, sit no two at once, and are told of every change of a published one. */
export const examHooks = (context: Context): Hooks => ({
  completeNew: (writes) => completeExams(context, writes),
  beforeUpdate: (write) => prepareExamChange(context, write),
  issuesOf: (writes) => examIssues(context, writes),
  isConcerned: concernsParticipants,
  afterWrite: tellParticipants,
})
