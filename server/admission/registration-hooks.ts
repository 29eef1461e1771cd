import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { prepareEach, type ResourceCode } from '@matricola/server/records/hooks.ts'
import type { Records } from '@matricola/server/records/store.ts'
import type { registrations } from '#resources/registrations.ts'
import { enrolAction } from '#server/admission/enrolment/enrol-action.ts'
import { recordConfirmations } from '#server/admission/ranking/confirm.ts'
import { readConfirmationFees, unpaidFeeIssue } from '#server/admission/ranking/fee.ts'
import { markResultsStaleAfterWrites } from '#server/admission/ranking/staleness.ts'
import { assignInTransaction } from '#server/admission/review/assign-in-transaction.ts'
import { createFeeActions } from '#server/admission/review/book-fee.ts'
import { readClaimIssues } from '#server/admission/review/claims.ts'
import { readReviewDetail } from '#server/admission/review/detail.ts'
import { duplicateAcceptanceIssues } from '#server/admission/review/duplicate-acceptances.ts'
import { readJobHolds } from '#server/admission/review/job-holds.ts'
import { placeIssues } from '#server/admission/review/place-limits.ts'
import { transitionInputs } from '#server/admission/review/transition-inputs.ts'
import { completeTransitions, prepareTransition } from '#server/admission/review/transitions.ts'
import { completeUndos, isTransitionUndone, prepareUndo } from '#server/admission/review/undo-hooks.ts'
import { documentIssues } from '#server/admission/review/unready-documents.ts'
import { prepareSubmission, recordSubmissions } from '#server/admission/submission/submission-hooks.ts'

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
