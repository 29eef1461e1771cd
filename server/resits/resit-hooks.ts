import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { type Hooks, prepareEach } from '@matricola/server/records/hooks.ts'
import type { Records } from '@matricola/server/records/store.ts'
import type { examResits } from '#resources/exam-resits.ts'
import { completeResitDecision, prepareResitDecision } from './decide-resit.ts'
import { completeResitRequest, prepareResitRequest } from './request-resit.ts'

/**
 * Requests for resits and improvements: checks of a new one, and the exam and the fee of an
 * approved one.
 */
export const examResitHooks = (
  context: Context,
  recordsWithin: (queries: Queries) => Records,
): Hooks<typeof examResits> => ({
  prepare: prepareEach((write) =>
    write.before ? prepareResitDecision(context, write) : prepareResitRequest(context, write),
  ),
  after: {
    fields: ['status', 'examId'],
    // The fee and the limits depend on earlier requests, so requests are written one at a time.
    mustStoreAlone: () => true,
    async work(queries, events) {
      const decision = {
        clock: context.clock,
        texts: context.texts,
        queries,
        records: recordsWithin(queries),
      }
      for (const event of events)
        await (event.before
          ? completeResitDecision(decision, event)
          : completeResitRequest(queries, event))
    },
  },
})
