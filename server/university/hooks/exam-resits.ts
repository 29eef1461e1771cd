import type { examResits } from '#resources/exam-resits.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { forEach, type Hooks } from '#server/engine/records/hooks.ts'
import type { Records } from '#server/engine/records/store.ts'
import { prepareRequest, recordRequest } from '#server/university/resits/ask.ts'
import { prepareDecision, recordDecision } from '#server/university/resits/decide.ts'

/** Requests for resits and improvements: checks of a new one, and the exam and the fee of an approved one. */
export const examResitHooks = (context: Context, within: (queries: Queries) => Records): Hooks<typeof examResits> => ({
  prepare: forEach((write) => (write.before ? prepareDecision(context, write) : prepareRequest(context, write))),
  after: {
    fields: ['status', 'examId'],
    // The fee and the limits depend on earlier requests, so requests are written one at a time.
    alone: () => true,
    async work(queries, events) {
      const deciding = { clock: context.clock, texts: context.texts, queries, records: within(queries) }
      for (const event of events) await (event.before ? recordDecision(deciding, event) : recordRequest(queries, event))
    },
  },
})
