import { prepareRequest, recordRequest } from '#server/academic/resits/ask.ts'
import { prepareDecision, recordDecision } from '#server/academic/resits/decide.ts'
import type { Context } from '#server/context.ts'
import type { Queries } from '#server/database/database.ts'
import type { Lifecycle } from '#server/records/lifecycles.ts'
import type { Records } from '#server/records/store.ts'

/** Requests for another sitting: by the rules when they are made, with a sitting and its fee when they are granted. */
export const examResitLifecycle = (context: Context, within: (queries: Queries) => Records): Lifecycle => ({
  beforeCreate: (write) => prepareRequest(context, write),
  beforeUpdate: (write) => prepareDecision(context, write),
  isConcerned: ({ before, changed }) => before === null || 'status' in changed || 'examId' in changed,
  afterWrite: (queries, event) =>
    event.before === null
      ? recordRequest(queries, event)
      : recordDecision({ clock: context.clock, texts: context.texts, queries, records: within(queries) }, event),
})
