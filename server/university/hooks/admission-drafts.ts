import type { admissionDrafts } from '#resources/admission-drafts.ts'
import type { Context } from '#server/engine/context.ts'
import { type Hooks, prepareEach } from '#server/engine/records/hooks.ts'
import { assertReleasable, prepareDraftTransition } from '#server/university/admission/ranking/draft-transitions.ts'

/** Results drafts: when they can be proposed, released and withdrawn. */
export const admissionDraftHooks = (context: Context): Hooks<typeof admissionDrafts> => ({
  prepare: prepareEach((write) => prepareDraftTransition(context, write)),
  after: assertReleasable,
})
