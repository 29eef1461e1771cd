import type { FastifyInstance } from 'fastify'
import { isGranted } from '#model/access.ts'
import { searchRecords } from '#model/calls/search.ts'
import { allResources } from '#resources/index.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { lastWritePosition } from '#server/engine/http/read-your-writes.ts'
import { registerCall } from '#server/engine/http/register-call.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { searchAllResources } from '#server/engine/records/reading/search.ts'
import { recordsOf } from '#server/engine/records/store.ts'

/** Searches all resources that the caller may read. Returns at most five records of each. */
export function searchRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, searchRecords, async ({ request, caller, query: { q } }) => {
    if (q === '') return ok([])
    const permits = allResources
      .filter((resource) => resource.list.search && isGranted(resource, caller.role, 'read'))
      .map((resource) => authorize(caller, resource, 'read'))
    return ok(await searchAllResources(recordsOf(context).listsAfter(lastWritePosition(request, context)), permits, q))
  })
}
