import type { admissionDrafts } from '#resources/admission-drafts.ts'
import type { Context } from '#server/engine/context.ts'
import { forEach, type Hooks } from '#server/engine/records/hooks.ts'
import { prepareDraftStep, recordDraftSteps } from '#server/university/admission/ranking/steps.ts'

/** Drafts of results: when one may be released, and taken back. */
export const admissionDraftHooks = (context: Context): Hooks<typeof admissionDrafts> => ({
  prepare: forEach((write) => prepareDraftStep(context, write)),
  after: recordDraftSteps,
})
