import type { Context } from '#server/engine/context.ts'
import type { Hooks } from '#server/engine/records/hooks.ts'
import { answerIssues, changeMark, isToldOf, preparedAnswer, preparedAppeal, tellOfAppeal } from '#server/university/appeals/appeal.ts'

/** Marks are contested once and in time; who answers by changing the mark corrects it in the same transaction. */
export const gradeAppealHooks = ({ clock, database }: Context): Hooks => ({
  serverActions: { change: { work: changeMark } },
  beforeCreate: (write) => preparedAppeal(database, write, clock.now()),
  async beforeUpdate(write) {
    return preparedAnswer(write, clock.now())
  },
  issuesOf: (writes) => answerIssues(database, writes),
  isConcerned: isToldOf,
  async afterWrite(queries, event) {
    if (isToldOf(event)) await tellOfAppeal(queries, event)
  },
})
