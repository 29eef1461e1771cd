import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { jobEndpoints as calls } from '#model/endpoints.ts'
import { outcomes } from '#model/jobs.ts'
import type { Context } from '../context.ts'
import { callerIn } from '../http/caller-hook.ts'
import { ok } from '../http/envelope.ts'
import { pageOfSchema, ref } from '../http/openapi-schemas.ts'
import { routeAt } from '../http/route-at.ts'
import { cancelJob, includeClaimed, pauseJob, resumeJob, startJob } from '../jobs/life.ts'
import { itemsQuery, jobPage, jobsQuery } from '../jobs/list-jobs.ts'
import { itemPage } from '../jobs/read-items.ts'
import { selectItems } from '../jobs/select-items.ts'
import { undoJob } from '../jobs/undo-job.ts'
import { wireJob } from '../jobs/wire-job.ts'
import { bodyOf, idIn } from '../session/body.ts'

const tag = 'Jobs'
const page = { pageNumber: 'From 1', pageSize: '1 to 100' }
const startBody = z.strictObject({ expected: z.int().check(z.nonnegative()) })
const undoBody = z.strictObject({ start: z.optional(z.boolean()) })
const selectBody = z.strictObject({ outcomes: z.array(z.enum(outcomes)).check(z.minLength(1), z.maxLength(outcomes.length)) })

/** Long work on many records: how far it has come, what became of each row, and what its person can do with it. */
export function jobRoutes(app: FastifyInstance, context: Context): void {
  const access = 'signedIn'
  app.route({
    ...routeAt(calls.jobs),
    config: {
      access,
      doc: {
        summary: 'Jobs of the person signed in, of everybody for admins, newest first',
        tag,
        query: { ...page, state: 'States, separated by commas', kind: 'Kinds, separated by commas', own: 'true: of the caller alone' },
        answer: pageOfSchema(ref('Job')),
      },
    },
    async handler(request) {
      return ok(await jobPage(context, callerIn(request), jobsQuery(request.query)))
    },
  })

  app.route({
    ...routeAt(calls.job),
    config: { access, doc: { summary: 'One job', tag, answer: ref('Job') } },
    async handler(request) {
      return ok(await wireJob(context, callerIn(request), idIn(request, 'job.missing')))
    },
  })

  app.route({
    ...routeAt(calls.items),
    config: {
      access,
      doc: {
        summary: 'What became of each row of a job',
        tag,
        query: { ...page, outcome: 'Outcomes, separated by commas' },
        answer: pageOfSchema(ref('JobItem')),
      },
    },
    async handler(request) {
      return ok(await itemPage(context, callerIn(request), { id: idIn(request, 'job.missing'), query: itemsQuery(request.query) }))
    },
  })

  app.route({
    ...routeAt(calls.start),
    config: {
      access,
      doc: {
        summary: 'Starts a job that was checked; `expected` is the number of rows shown as ready',
        tag,
        body: startBody,
        answer: ref('Job'),
      },
    },
    async handler(request) {
      const id = idIn(request, 'job.missing')
      await startJob(context, callerIn(request), { id, ...bodyOf(startBody, request) })
      return ok(await wireJob(context, callerIn(request), id))
    },
  })

  const steps = [
    [calls.include, includeClaimed, 'Includes the rows that were left out because somebody else is at work on them; they are checked'],
    [calls.pause, pauseJob, 'Holds a running job between two chunks'],
    [calls.resume, resumeJob, 'Lets a held job go on'],
    [calls.cancel, cancelJob, 'Stops a job for good; what was done stays done'],
  ] as const
  for (const [call, step, summary] of steps)
    app.route({
      ...routeAt(call),
      config: { access, doc: { summary, tag, answer: ref('Job') } },
      async handler(request) {
        const id = idIn(request, 'job.missing')
        await step(context, callerIn(request), id)
        return ok(await wireJob(context, callerIn(request), id))
      },
    })

  app.route({
    ...routeAt(calls.undo),
    config: {
      access,
      doc: { summary: 'Makes a job that takes this one back; a second call answers the same job', tag, body: undoBody, answer: ref('Job') },
    },
    async handler(request, reply) {
      const { start = false } = bodyOf(undoBody, request)
      const id = await undoJob(context, callerIn(request), { id: idIn(request, 'job.missing'), startsByItself: start })
      reply.code(202)
      return ok(await wireJob(context, callerIn(request), id))
    },
  })

  app.route({
    ...routeAt(calls.selectItems),
    config: {
      access,
      doc: { summary: 'A selection of the records of a job with those outcomes', tag, body: selectBody, answer: ref('Selection') },
    },
    async handler(request, reply) {
      const id = idIn(request, 'job.missing')
      const selection = await selectItems(context, callerIn(request), { id, ...bodyOf(selectBody, request) })
      reply.code(201)
      return ok(selection)
    },
  })
}
