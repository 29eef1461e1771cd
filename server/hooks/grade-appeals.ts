import type { Context } from '@matricola/server/context.ts'
import { prepareEach, type ResourceCode } from '@matricola/server/records/hooks.ts'
import type { gradeAppeals } from '#resources/grade-appeals.ts'
import { appealAnswerIssues, applyGradeAppeal, notifyExaminers, prepareGradeAppeal } from '#server/appeals/grade-appeal-hooks.ts'

/** Grade appeals: one per grade, before the deadline. The action `change` corrects the grade in the same transaction. */
export const gradeAppealHooks = ({ clock, database }: Context): ResourceCode<typeof gradeAppeals> => ({
  actions: { change: { work: applyGradeAppeal } },
  prepare: prepareEach((write) => (write.before ? undefined : prepareGradeAppeal(database, write, clock.now()))),
  validate: { fields: ['status'], work: (writes) => appealAnswerIssues(database, writes) },
  after: {
    // New appeals only.
    fields: [],
    async work(queries, events) {
      for (const event of events) await notifyExaminers(queries, event)
    },
  },
})
