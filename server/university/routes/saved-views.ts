import type { FastifyInstance } from 'fastify'
import { viewEndpoints } from '#model/endpoints.ts'
import { AppError } from '#model/errors.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Context } from '#server/engine/context.ts'
import { callerIn } from '#server/engine/http/caller-hook.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { queryEntries } from '#server/engine/records/list-query.ts'
import { countViews } from '../views/count-views.ts'

const counts = { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } }
const doc = {
  summary: 'How many records each view of a list holds',
  tag: 'saved-views',
  query: { list: 'Name of the resource whose list it is.' },
  answer: { type: 'object', properties: { declared: counts, saved: counts }, required: ['declared', 'saved'] },
}

/** What a list's tabs show beside the names of its views. */
export function savedViewRoutes(app: FastifyInstance, context: Context): void {
  const access = { resource: resourceNamed('saved-views'), grant: 'read' } as const
  app.get(viewEndpoints.counts.path, { config: { access, doc } }, async (request) => {
    const entries = new Map(queryEntries(request.query))
    if ([...entries.keys()].some((name) => name !== 'list')) throw new AppError('filter.unknown')
    return ok(await countViews(context, callerIn(request), entries.get('list')))
  })
}
