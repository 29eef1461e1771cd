import type { registrations } from '#resources/registrations.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { prepareEach, type ResourceCode } from '#server/engine/records/hooks.ts'
import type { Records } from '#server/engine/records/store.ts'
import { enrolAction } from '#server/university/admission/enrolment/enrol-action.ts'
import { recordConfirmations } from '#server/university/admission/ranking/confirm.ts'
import { readConfirmationFees, unpaidFeeIssue } from '#server/university/admission/ranking/fee.ts'
import { markResultsStaleAfterWrites } from '#server/university/admission/ranking/staleness.ts'
import { assignInTransaction } from '#server/university/admission/review/assign-in-transaction.ts'
import { createFeeActions } from '#server/university/admission/review/book-fee.ts'
import { readClaimIssues } from '#server/university/admission/review/claims.ts'
import { readReviewDetail } from '#server/university/admission/review/detail.ts'
import { duplicateAcceptanceIssues } from '#server/university/admission/review/duplicate-acceptances.ts'
import { readJobHolds } from '#server/university/admission/review/job-holds.ts'
import { placeIssues } from '#server/university/admission/review/place-limits.ts'
import { transitionInputs } from '#server/university/admission/review/transition-inputs.ts'
import { completeTransitions, prepareTransition } from '#server/university/admission/review/transitions.ts'
import { completeUndos, isTransitionUndone, prepareUndo } from '#server/university/admission/review/undo-hooks.ts'
import { documentIssues } from '#server/university/admission/review/unready-documents.ts'
import { prepareSubmission, recordSubmissions } from '#server/university/admission/submission/submission-hooks.ts'

/** Hooks of applications: checks and derived values, transitions and other actions, and the review page. */
export const registrationHooks = (context: Context, recordsWithin: (queries: Queries) => Records): ResourceCode<typeof registrations> => ({
  actions: {
    enrol: enrolAction(context),
    ...createFeeActions(context),
    checkGrades: {
      patches: async (_, records) => {
        const gradesCheckedAt = context.clock.now().toISOString()
        return new Map(records.map(({ id }) => [id, { gradesCheckedAt }]))
      },
    },
    confirmPlace: {
      patches: async (queries, records) => {
        const confirmedAt = context.clock.now().toISOString()
        const fees = await readConfirmationFees(
          queries,
          records.map(({ id }) => id),
        )
        return new Map(
          records.map(({ id }) => {
            const amount = fees.get(id)?.due ?? 0
            return [id, amount > 0 ? { verdict: 'invalid', issues: unpaidFeeIssue(amount) } : { confirmedAt }]
          }),
        )
      },
    },
    assign: {
      async work({ records, queries, permit }, { id }, { values }) {
        const userId = typeof values.assignedToId === 'string' ? values.assignedToId : null
        await assignInTransaction({ clock: context.clock, database: queries, records, permit }, { id, userId }, 'assignedToId')
      },
    },
  },
  inputs: transitionInputs,
  prepare: prepareEach((write) => {
    if (!write.before) return prepareSubmission(context, write)
    return isTransitionUndone(write) ? prepareUndo(context, write) : prepareTransition(context, write)
  }),
  async validate(writes) {
    const [places, duplicates, documents] = await Promise.all([
      placeIssues(context.database, writes),
      duplicateAcceptanceIssues(context.database, writes),
      documentIssues(context.database, writes),
    ])
    return writes.map((_, i) => ({ ...places[i], ...duplicates[i], ...documents[i] }))
  },
  async after(queries, events) {
    const changes = events.filter(({ before }) => before !== null)
    await recordSubmissions(
      queries,
      events.filter(({ before }) => before === null),
    )
    await completeTransitions(queries, changes)
    await recordConfirmations({ texts: context.texts, records: recordsWithin(queries), queries }, changes)
    await completeUndos(queries, changes.filter(isTransitionUndone))
    await markResultsStaleAfterWrites(queries, events)
  },
  detail: (permit, record) => readReviewDetail(context, permit, record),
  jobs: {
    claims: (permit, action, records) => readClaimIssues(context.database, permit, { action, records }),
    undoableUntil: (jobIds) => readJobHolds(context.database, jobIds, context.clock.now()),
  },
})
