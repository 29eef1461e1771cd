import { isGranted } from '@matricola/schema/access.ts'
import { searchRecords } from '@matricola/schema/calls/search.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { lastWritePosition } from '../http/read-your-writes.ts'
import { registerCall } from '../http/register-call.ts'
import { authorize } from '../policy/permit.ts'
import { searchAllResources } from '../records/reading/search.ts'
import { recordsOf } from '../records/store.ts'

/** Searches all resources that the caller may read. Returns at most five records of each. */
export function searchRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, searchRecords, async ({ request, caller, query: { q } }) => {
    if (q === '') return ok([])
    const permits = context.registry.resources
      .filter((resource) => resource.list.search && isGranted(resource, caller.role, 'read'))
      .map((resource) => authorize(caller, resource, 'read'))
    return ok(
      await searchAllResources(
        recordsOf(context).listsAfter(lastWritePosition(request, context)),
        permits,
        q,
      ),
    )
  })
}
