import type { registrations } from '#resources/registrations.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { forEach, type ResourceCode } from '#server/engine/records/hooks.ts'
import type { Records } from '#server/engine/records/store.ts'
import { enrolling } from '#server/university/admission/enrolment/enrol-many.ts'
import { recordConfirmations } from '#server/university/admission/ranking/confirm.ts'
import { feesOf, feeUnpaid } from '#server/university/admission/ranking/fee.ts'
import { noteApplications } from '#server/university/admission/ranking/inputs.ts'
import { assignWithin } from '#server/university/admission/review/assign-within.ts'
import { feeActions } from '#server/university/admission/review/book-fee.ts'
import { claimsOn } from '#server/university/admission/review/claims.ts'
import { detailOf } from '#server/university/admission/review/detail.ts'
import { jobsHeld } from '#server/university/admission/review/jobs-held.ts'
import { prepareStep, recordSteps } from '#server/university/admission/review/steps.ts'
import { documentIssues } from '#server/university/admission/review/steps-documents.ts'
import { stepInputs } from '#server/university/admission/review/steps-input.ts'
import { placeIssues } from '#server/university/admission/review/steps-places.ts'
import { twinIssues } from '#server/university/admission/review/steps-twins.ts'
import { isStepUndone, prepareUndo, recordUndos } from '#server/university/admission/review/undo-step.ts'
import { prepareSubmission, recordSubmissions } from '#server/university/admission/submission/submission.ts'

/** Hooks of applications: checks and derived values, transitions and other actions, and the review page. */
export const registrationHooks = (context: Context, within: (queries: Queries) => Records): ResourceCode<typeof registrations> => ({
  actions: {
    enrol: enrolling(context),
    ...feeActions(context),
    checkGrades: {
      patches: async (_, records) => {
        const gradesCheckedAt = context.clock.now().toISOString()
        return new Map(records.map(({ id }) => [id, { gradesCheckedAt }]))
      },
    },
    confirmPlace: {
      patches: async (queries, records) => {
        const confirmedAt = context.clock.now().toISOString()
        const fees = await feesOf(
          queries,
          records.map(({ id }) => id),
        )
        return new Map(
          records.map(({ id }) => {
            const amount = fees.get(id)?.due ?? 0
            return [id, amount > 0 ? { verdict: 'invalid', issues: feeUnpaid(amount) } : { confirmedAt }]
          }),
        )
      },
    },
    assign: {
      async work({ records, queries, permit }, { id }, { values }) {
        const userId = typeof values.assignedToId === 'string' ? values.assignedToId : null
        await assignWithin({ clock: context.clock, database: queries, records, permit }, { id, userId }, 'assignedToId')
      },
    },
  },
  inputs: stepInputs,
  prepare: forEach((write) => {
    if (!write.before) return prepareSubmission(context, write)
    return isStepUndone(write) ? prepareUndo(context, write) : prepareStep(context, write)
  }),
  async validate(writes) {
    const [places, twins, documents] = await Promise.all([
      placeIssues(context.database, writes),
      twinIssues(context.database, writes),
      documentIssues(context.database, writes),
    ])
    return writes.map((_, i) => ({ ...places[i], ...twins[i], ...documents[i] }))
  },
  async after(queries, events) {
    const changes = events.filter(({ before }) => before !== null)
    await recordSubmissions(
      queries,
      events.filter(({ before }) => before === null),
    )
    await recordSteps(queries, changes)
    await recordConfirmations({ texts: context.texts, records: within(queries), queries }, changes)
    await recordUndos(queries, changes.filter(isStepUndone))
    await noteApplications(queries, events)
  },
  detail: (permit, record) => detailOf(context, permit, record),
  jobs: {
    claims: (permit, action, records) => claimsOn(context.database, permit, { action, records }),
    undoableUntil: (jobIds) => jobsHeld(context.database, jobIds, context.clock.now()),
  },
})
