import type { admissionDrafts } from '#resources/admission-drafts.ts'
import type { Context } from '#server/engine/context.ts'
import { forEach, type Hooks } from '#server/engine/records/hooks.ts'
import { prepareDraftStep, recordDraftSteps } from '#server/university/admission/ranking/steps.ts'

/** Results drafts: when they can be proposed, released and taken back. */
export const admissionDraftHooks = (context: Context): Hooks<typeof admissionDrafts> => ({
  prepare: forEach((write) => prepareDraftStep(context, write)),
  after: recordDraftSteps,
})
