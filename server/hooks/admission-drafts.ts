import type { Context } from '@matricola/server/context.ts'
import { type Hooks, prepareEach } from '@matricola/server/records/hooks.ts'
import type { admissionDrafts } from '#resources/admission-drafts.ts'
import { assertReleasable, prepareDraftTransition } from '#server/admission/ranking/draft-transitions.ts'

/** Results drafts: when they can be proposed, released and withdrawn. */
export const admissionDraftHooks = (context: Context): Hooks<typeof admissionDrafts> => ({
  prepare: prepareEach((write) => prepareDraftTransition(context, write)),
  after: assertReleasable,
})
