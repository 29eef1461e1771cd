import type { Context } from '#server/engine/context.ts'
import type { Hooks } from '#server/engine/records/hooks.ts'
import { applyChange, changeIssues, isToldOf, preparedRequest, tellOfChanges } from '#server/university/data-changes/data-change.ts'

/** Requests to change what only the office may: asked once for each field, answered, and done with their application. */
export const dataChangeHooks = ({ clock, database }: Context): Hooks => ({
  serverActions: { apply: { work: applyChange } },
  async beforeCreate(write) {
    return { set: preparedRequest(write, clock.now()) }
  },
  issuesOf: (writes) => changeIssues(database, writes),
  async afterWrites(queries, events) {
    await tellOfChanges(queries, events.filter(isToldOf))
    return undefined
  },
})
