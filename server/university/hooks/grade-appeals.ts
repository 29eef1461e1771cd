import type { gradeAppeals } from '#resources/grade-appeals.ts'
import type { Context } from '#server/engine/context.ts'
import { forEach, type ResourceCode } from '#server/engine/records/hooks.ts'
import { answerIssues, changeGrade, notifyExaminers, preparedAppeal } from '#server/university/appeals/appeal.ts'

/** Grade appeals: one per grade and in time. Changing the grade corrects it in the same transaction. */
export const gradeAppealHooks = ({ clock, database }: Context): ResourceCode<typeof gradeAppeals> => ({
  actions: { change: { work: changeGrade } },
  prepare: forEach((write) => (write.before ? undefined : preparedAppeal(database, write, clock.now()))),
  validate: { fields: ['status'], work: (writes) => answerIssues(database, writes) },
  after: {
    // New appeals only.
    fields: [],
    async work(queries, events) {
      for (const event of events) await notifyExaminers(queries, event)
    },
  },
})
