import type { FastifyInstance } from 'fastify'
import * as calls from '#model/calls/jobs.ts'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { holdWrites } from '../http/own-writes.ts'
import { serve } from '../http/serve.ts'
import { cancelJob, includeClaimed, pauseJob, resumeJob, startJob } from '../jobs/life.ts'
import { jobPage } from '../jobs/list-jobs.ts'
import { itemPage } from '../jobs/read-items.ts'
import { selectItems } from '../jobs/select-items.ts'
import { undoJob } from '../jobs/undo-job.ts'
import { wireJob } from '../jobs/wire-job.ts'

/** Calls for jobs: progress, the outcome of each item, and the actions of the user who started the job. */
export function jobRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.jobs, async ({ caller, query }) => ok(await jobPage(context, caller, query)))
  serve(app, calls.job, async ({ reply, caller, params: { id } }) => {
    const job = await wireJob(context, caller, id)
    // The client reads the results next.
    if (job.finishedAt !== null) await holdWrites(context, reply)
    return ok(job)
  })
  serve(app, calls.items, async ({ caller, params, query: { outcome, ...page } }) =>
    ok(await itemPage(context, caller, { ...params, query: { ...page, outcomes: outcome } })),
  )

  serve(app, calls.start, async ({ caller, params: { id }, input }) => {
    await startJob(context, caller, { id, ...input })
    return ok(await wireJob(context, caller, id))
  })
  const steps = [
    [calls.include, includeClaimed],
    [calls.pause, pauseJob],
    [calls.resume, resumeJob],
    [calls.cancel, cancelJob],
  ] as const
  for (const [call, step] of steps)
    serve(app, call, async ({ caller, params: { id } }) => {
      await step(context, caller, id)
      return ok(await wireJob(context, caller, id))
    })
  serve(app, calls.undo, async ({ caller, params, input: { start = false } }) =>
    ok(await wireJob(context, caller, await undoJob(context, caller, { ...params, startsByItself: start }))),
  )

  serve(app, calls.selectItems, async ({ caller, params, input }) => ok(await selectItems(context, caller, { ...params, ...input })))
}
