import type { Context } from '@matricola/server/context.ts'
import { prepareEach, type ResourceCode } from '@matricola/server/records/hooks.ts'
import type { dataChanges } from '#resources/data-changes.ts'
import { applyDataChange, dataChangeIssues, prepareDataChange } from '#server/data-changes/data-change.ts'

/** Requests to change data that only staff may change. Applying one changes the student's record in the same transaction. */
export const dataChangeHooks = ({ database }: Context): ResourceCode<typeof dataChanges> => ({
  actions: { apply: { work: applyDataChange } },
  prepare: prepareEach((write) => (write.before ? undefined : { set: prepareDataChange(write) })),
  validate: (writes) => dataChangeIssues(database, writes),
})
