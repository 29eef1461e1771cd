import type { FastifyInstance } from 'fastify'
import { isGranted } from '#model/access.ts'
import { sessionEndpoints } from '#model/endpoints.ts'
import { AppError, invalidInput } from '#model/errors.ts'
import { allResources } from '#resources/index.ts'
import type { Context } from '#server/engine/context.ts'
import { callerIn } from '#server/engine/http/caller-hook.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { queryEntries } from '#server/engine/records/list-query.ts'
import { findAnywhere } from '#server/engine/records/search.ts'
import { recordsOf } from '#server/engine/records/store.ts'

const maxQueryLength = 100

/** Records of every resource that the caller reads whose words match: at most five of each. */
export function searchRoutes(app: FastifyInstance, context: Context): void {
  const doc = { summary: 'Finds records of any kind by words', query: { q: 'Words, or a whole CNP.' }, answer: { type: 'array' } }
  app.get(sessionEndpoints.searchRecords.path, { config: { access: 'signedIn', doc } }, async (request) => {
    const caller = callerIn(request)
    const entries = new Map(queryEntries(request.query))
    const text = entries.get('q') ?? ''
    if ([...entries.keys()].some((name) => name !== 'q')) throw new AppError('filter.unknown')
    if (text.length > maxQueryLength) throw invalidInput({ q: [{ code: 'text.tooLong', params: { max: maxQueryLength } }] })
    if (text === '') return ok([])
    const permits = allResources
      .filter((resource) => resource.list.search && isGranted(resource, caller.role, 'read'))
      .map((resource) => authorize(caller, resource, 'read'))
    return ok(await findAnywhere(recordsOf(context), permits, text))
  })
}
