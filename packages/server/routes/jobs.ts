import * as calls from '@matricola/schema/calls/jobs.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { storeLogPosition } from '../http/read-your-writes.ts'
import { registerCall } from '../http/register-call.ts'
import {
  cancelJob,
  includeClaimed,
  includeSteps,
  pauseJob,
  resumeJob,
  startJob,
} from '../jobs/job-control.ts'
import { readJobPage } from '../jobs/list-jobs.ts'
import { readItemPage } from '../jobs/read-items.ts'
import { selectJobItems } from '../jobs/select-items.ts'
import { undoJob } from '../jobs/undo-job.ts'
import { getWireJob } from '../jobs/wire-job.ts'

/**
 * Calls for jobs: progress, the outcome of each item, and the actions of the user who started the
 * job.
 */
export function jobRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.jobs, async ({ caller, query }) =>
    ok(await readJobPage(context, caller, query)),
  )
  registerCall(app, calls.job, async ({ reply, caller, params: { id } }) => {
    const job = await getWireJob(context, caller, id)
    // The client reads the results next.
    if (job.finishedAt !== null) await storeLogPosition(context, reply)
    return ok(job)
  })
  registerCall(app, calls.items, async ({ caller, params, query: { outcome, ...page } }) =>
    ok(await readItemPage(context, caller, { ...params, query: { ...page, outcomes: outcome } })),
  )

  registerCall(app, calls.start, async ({ caller, params: { id }, input }) => {
    await startJob(context, caller, { id, ...input })
    return ok(await getWireJob(context, caller, id))
  })
  const steps = [
    [calls.include, includeClaimed],
    [calls.prepare, includeSteps],
    [calls.pause, pauseJob],
    [calls.resume, resumeJob],
    [calls.cancel, cancelJob],
  ] as const
  for (const [call, step] of steps)
    registerCall(app, call, async ({ caller, params: { id } }) => {
      await step(context, caller, id)
      return ok(await getWireJob(context, caller, id))
    })
  registerCall(app, calls.undo, async ({ caller, params, input: { start = false } }) =>
    ok(
      await getWireJob(
        context,
        caller,
        await undoJob(context, caller, { ...params, startsAutomatically: start }),
      ),
    ),
  )

  registerCall(app, calls.selectItems, async ({ caller, params, input }) =>
    ok(await selectJobItems(context, caller, { ...params, ...input })),
  )
}
