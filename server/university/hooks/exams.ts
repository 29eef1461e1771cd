import type { Context } from '#server/engine/context.ts'
import type { Hooks } from '#server/engine/records/hooks.ts'
import { completeExams, examIssues, prepareExamChange } from '#server/university/exams/checks.ts'
import { concernsParticipants, notifyParticipants } from '#server/university/exams/notify-participants.ts'
import { lockingMarks } from '#server/university/sheets/locking.ts'

/**
 * Exams lie in their session, students know of them in time, sit no two at once, and are told of every change of a published
 * one; marks are locked and unlocked with their exam.
 */
export const examHooks = (context: Context): Hooks =>
  lockingMarks(context, {
    completeNew: (writes) => completeExams(context, writes),
    beforeUpdate: (write) => prepareExamChange(context, write),
    issuesOf: (writes) => examIssues(context, writes),
    isConcerned: concernsParticipants,
    afterWrite: notifyParticipants,
  })
