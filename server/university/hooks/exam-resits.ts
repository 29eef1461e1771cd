import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Hooks } from '#server/engine/records/hooks.ts'
import type { Records } from '#server/engine/records/store.ts'
import { prepareRequest, recordRequest } from '#server/university/resits/ask.ts'
import { prepareDecision, recordDecision } from '#server/university/resits/decide.ts'

/** Requests for another sitting: by the rules when they are made, with a sitting and its fee when they are granted. */
export const examResitHooks = (context: Context, within: (queries: Queries) => Records): Hooks => ({
  beforeCreate: (write) => prepareRequest(context, write),
  beforeUpdate: (write) => prepareDecision(context, write),
  isConcerned: ({ before, changed }) => before === null || 'status' in changed || 'examId' in changed,
  afterWrite: (queries, event) =>
    event.before === null
      ? recordRequest(queries, event)
      : recordDecision({ clock: context.clock, texts: context.texts, queries, records: within(queries) }, event),
})
