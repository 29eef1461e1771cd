import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { prepareEach, type ResourceCode } from '@matricola/server/records/hooks.ts'
import type { Records } from '@matricola/server/records/store.ts'
import type { registrations } from '#resources/registrations.ts'
import { enrolAction } from './enrolment/enrol-action.ts'
import { claimAnsweredDocuments } from './forms/answer-documents.ts'
import { createAnswerFields } from './forms/answer-fields.ts'
import { indexWrittenAnswers } from './forms/listed-answers.ts'
import { canReadAnswer } from './forms/published-forms.ts'
import { messageAction, messageActionInputs } from './messages/message-many.ts'
import { withPlaceStates } from './place-state.ts'
import {
  changePlaceAnswerAction,
  confirmPlaceAction,
  confirmPlaceInput,
  recordConfirmations,
} from './ranking/confirm.ts'
import { followPlacesToPay } from './ranking/fee.ts'
import { markResultsStaleAfterWrites } from './ranking/staleness.ts'
import { acceptanceIssues } from './review/acceptance.ts'
import { assignAction } from './review/assign.ts'
import { createFeeActions } from './review/book-fee.ts'
import { readReviewDetail } from './review/detail.ts'
import { checkGradesAction } from './review/documents.ts'
import { ownGradeIssues } from './review/grade-entries.ts'
import { reviewJobRules } from './review/job-rules.ts'
import { transitionInputs } from './review/transition-values.ts'
import { completeReviews, prepareReview } from './review/transitions.ts'

/** Server code of applications. `submission/submit.ts` says what a new one does. */
export const registrationHooks = (
  context: Context,
  recordsWithin: (queries: Queries) => Records,
): ResourceCode<typeof registrations> => ({
  actions: {
    ...createFeeActions(context),
    enrol: enrolAction(context),
    checkGrades: checkGradesAction(context),
    confirmPlace: confirmPlaceAction(context),
    changePlaceAnswer: changePlaceAnswerAction(context),
    assign: assignAction(context),
    message: messageAction(context),
  },
  inputs: { ...transitionInputs, confirmPlace: confirmPlaceInput, message: messageActionInputs },
  prepare: {
    onCreate: false,
    work: async (writes) =>
      withPlaceStates(
        { queries: context.database, now: context.clock.now() },
        writes,
        await prepareEach((write: (typeof writes)[number]) => prepareReview(context, write))(
          writes,
        ),
      ),
  },
  async validate(writes, queries) {
    const [acceptance, ownGrades] = await Promise.all([
      acceptanceIssues(context.database, writes),
      ownGradeIssues(queries, writes),
    ])
    return writes.map((_, at) => ({ ...acceptance[at], ...ownGrades[at] }))
  },
  async after(queries, events) {
    const changes = events.filter(({ before }) => before !== null)
    await completeReviews(queries, changes)
    const booking = { texts: context.texts, records: recordsWithin(queries), queries }
    await recordConfirmations(booking, changes)
    await followPlacesToPay(booking, changes)
    await markResultsStaleAfterWrites(queries, events)
    await claimAnsweredDocuments(queries, events)
    await indexWrittenAnswers(queries, events)
  },
  dynamicFields: createAnswerFields(context.database),
  canReadPart: ({ role }, id, itemId) => canReadAnswer(context.database, role, { id, itemId }),
  detail: (permit, record) => readReviewDetail(context, permit, record),
  jobs: reviewJobRules(context),
})
