/** Selections of records, for bulk actions and exports. */

import { isGranted } from '@matricola/schema/access.ts'
import { selectionCall } from '@matricola/schema/calls/bulk-and-import.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { InputOf } from '@matricola/schema/wire/call.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { registerCall } from '../http/register-call.ts'
import { createQueryToken, findTokenQuery, queryTokenHeader } from '../jobs/query-token.ts'
import { createSelection, type SelectionInput } from '../jobs/selections.ts'
import { authorize } from '../policy/permit.ts'
import { resourceForLists } from '../records/dynamic-resource.ts'
import type { CheckedQuery } from '../records/reading/parse-list-query.ts'

/** Whether a role can use selections of a resource. */
const usesSelections = (resource: AnyResource, role: Role) =>
  isGranted(resource, role, 'bulk') || isGranted(resource, role, 'export')

/** Adds a token for the query of a list, with which the client can select all matching records. */
export function addQueryToken(
  context: Context,
  reply: FastifyReply,
  list: { resource: AnyResource; caller: Caller; query: CheckedQuery },
): void {
  if (usesSelections(list.resource, list.caller.role))
    reply.header(queryTokenHeader, createQueryToken(context.keys, context.clock.now(), list))
}

export function selectionRoutes(app: FastifyInstance, context: Context): void {
  for (const resource of context.registry.resources) {
    const allowedRoles = context.registry.roles.filter((role) => usesSelections(resource, role))
    if (resource.singleton || allowedRoles.length === 0) continue
    registerCall(app, selectionCall(resource, allowedRoles), async ({ caller, input }) => {
      const permit = authorize(caller, await resourceForLists(context, resource), 'read')
      return ok(
        await createSelection(
          context,
          caller,
          permit,
          parseSelection(context, { resource, caller }, input),
        ),
      )
    })
  }
}

/**
 * Throws `input.invalid` unless the body has either a token or ids, and `selection.gone` for an
 * expired token.
 */
function parseSelection(
  { keys, clock }: Context,
  list: { resource: AnyResource; caller: Caller },
  input: InputOf<ReturnType<typeof selectionCall>>,
): SelectionInput {
  const { token, excluded = [], ids } = input
  if (ids !== undefined && token === undefined && input.excluded === undefined) return { ids }
  if (token === undefined) throw invalidInput({ token: [{ code: 'required' }] })
  if (ids !== undefined) throw invalidInput({ ids: [{ code: 'field.notApplicable' }] })
  const query = findTokenQuery(keys, clock.now(), { ...list, token })
  if (!query) throw new AppError('selection.gone')
  return { query, excluded }
}
