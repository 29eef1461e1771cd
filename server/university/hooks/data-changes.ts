import type { dataChanges } from '#resources/data-changes.ts'
import type { Context } from '#server/engine/context.ts'
import { forEach, type ResourceCode } from '#server/engine/records/hooks.ts'
import { applyChange, changeIssues, preparedRequest } from '#server/university/data-changes/data-change.ts'

/** Requests to change data that only staff may change. Applying one changes the student's record in the same transaction. */
export const dataChangeHooks = ({ database }: Context): ResourceCode<typeof dataChanges> => ({
  actions: { apply: { work: applyChange } },
  prepare: forEach((write) => (write.before ? undefined : { set: preparedRequest(write) })),
  validate: (writes) => changeIssues(database, writes),
})
