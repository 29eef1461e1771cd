import type { Context } from '@matricola/server/context.ts'
import { prepareEach, type ResourceCode } from '@matricola/server/records/hooks.ts'
import type { admissionAppeals } from '#resources/admission-appeals.ts'
import { correctGrade, prepareResultAppeal, recordAppeals } from '#server/admission/ranking/appeals.ts'

/** Appeals against admission results: one per round, before its deadline. Changing a grade starts a new results draft. */
export const admissionAppealHooks = (context: Context): ResourceCode<typeof admissionAppeals> => ({
  actions: { change: { work: correctGrade } },
  prepare: prepareEach((write) => (write.before === null ? prepareResultAppeal(context, write) : undefined)),
  after: recordAppeals,
})
