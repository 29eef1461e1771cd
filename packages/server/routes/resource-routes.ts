/** Generated calls of every resource: list, single, create, update, history, actions. */

import { actionsOf } from '@matricola/schema/actions.ts'
import { isId } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import { deferredTotalHeaders } from '@matricola/schema/wire/list-query.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { getCaller } from '../http/caller-hook.ts'
import { ok } from '../http/envelope.ts'
import { type DetailShapes, singleRecordSchema } from '../http/openapi-schemas.ts'
import { lastWritePosition } from '../http/read-your-writes.ts'
import { authorize } from '../policy/permit.ts'
import { parseAsOf } from '../records/as-of/parse-as-of.ts'
import { resourceForLists } from '../records/dynamic-resource.ts'
import { parseListQuery, parsePageQuery } from '../records/reading/parse-list-query.ts'
import { recordsOf } from '../records/store.ts'
import { languageOf } from '../session/language.ts'
import * as docs from './resource-docs.ts'
import { addQueryToken } from './selections.ts'

/** Maximum size of the input of an action of a resource that stores documents as data. */
const maxDocumentBytes = 1024 * 1024

/**
 * Registers the calls that are granted to at least one role. The resource with a single record
 * (settings) has separate routes.
 */
export function resourceRoutes(
  app: FastifyInstance,
  context: Context,
  details: DetailShapes,
): void {
  for (const resource of context.registry.resources)
    if (!resource.singleton)
      addRoutes(app, context, { resource, record: singleRecordSchema(resource, details) })
}

type WithId = { Params: { id: string } }

interface Documented {
  readonly resource: AnyResource
  /** Schema of a single record. */
  readonly record: z.ZodMiniType
}

function addRoutes(app: FastifyInstance, context: Context, { resource, record }: Documented): void {
  const records = recordsOf(context)
  const { list, single, create, update, history, restore, action } = endpointsOf(resource)
  const isGrantedToAnyRole = (grant: 'create' | 'update' | 'act' | 'history') =>
    Object.values(resource.access).some((access) => access[grant])
  const successText = (request: FastifyRequest, outcome: 'created' | 'updated') =>
    context.texts.text(languageOf(request), `resources:${resource.name}.${outcome}`)

  if (!resource.customRoutes?.includes('list'))
    app.get(
      list.path,
      { config: { access: { resource, grant: 'read' }, doc: docs.listDoc(resource) } },
      async (request, reply) =>
        ok(
          await readList(context, reply, {
            resource,
            caller: getCaller(request),
            query: request.query,
          }),
          resource.list.loadedMessage
            ? context.texts.text(languageOf(request), `resources:${resource.name}.listed`)
            : '',
        ),
    )
  app.get<WithId>(
    single.path,
    { config: { access: { resource, grant: 'read' }, doc: docs.singleDoc(resource, record) } },
    async (request, reply) => {
      if (!isId(request.params.id)) return reply.callNotFound()
      const permit = authorize(request.caller, resource, 'read')
      const { asOf } = parseAsOf(request.query)
      if (asOf) return ok(await records.getAsOf(permit, request.params.id, asOf))
      return ok(await records.open(permit, request.params.id))
    },
  )
  if (isGrantedToAnyRole('create') && !resource.customRoutes?.includes('create'))
    app.post(
      create.path,
      {
        config: {
          access: { resource, grant: 'create' },
          doc: docs.createDoc(resource, records.hooksFor(resource)),
        },
      },
      async (request, reply) => {
        const record = await records.insert(
          authorize(request.caller, resource, 'create'),
          objectBodyOf(request),
        )
        reply.code(201)
        return ok(record, successText(request, 'created'))
      },
    )
  if (isGrantedToAnyRole('update')) {
    app.patch(
      update.path,
      {
        config: {
          access: { resource, grant: 'update' },
          doc: docs.updateDoc(resource, record, records.hooksFor(resource)),
        },
      },
      async (request) => {
        const permit = authorize(request.caller, resource, 'update')
        const record = await records.update(permit, objectBodyOf(request), versionOf(request))
        return ok(await records.withDetail(permit, record), successText(request, 'updated'))
      },
    )
  }
  // Values of the type data can be whole documents, such as an application form.
  const hasDocuments = Object.values(resource.fields).some(({ type }) => type === 'data')
  if (
    Object.keys(actionsOf(resource)).length > 0 &&
    (isGrantedToAnyRole('update') || isGrantedToAnyRole('act'))
  )
    app.post<{ Params: { id: string; action: string } }>(
      action.path,
      {
        config: {
          access: { resource, grant: 'act' },
          doc: docs.actionDoc(resource, record),
          ...(hasDocuments && { holdsRows: true }),
        },
        ...(hasDocuments && { bodyLimit: maxDocumentBytes }),
      },
      async (request, reply) => {
        const { id, action: name } = request.params
        if (!isId(id)) return reply.callNotFound()
        const call = { id, action: name, body: objectBodyOf(request), ifMatch: versionOf(request) }
        const permit = authorize(request.caller, resource, 'act')
        return ok(
          await records.withDetail(permit, await records.act(permit, call)),
          successText(request, 'updated'),
        )
      },
    )
  if (isGrantedToAnyRole('history') && isGrantedToAnyRole('update'))
    app.post<WithId>(
      restore.path,
      {
        config: { access: { resource, grant: 'history' }, doc: docs.restoreDoc(resource, record) },
      },
      async (request, reply) => {
        if (!isId(request.params.id)) return reply.callNotFound()
        const permit = authorize(request.caller, resource, 'update')
        const record = await records.restore(permit, {
          id: request.params.id,
          body: objectBodyOf(request),
        })
        return ok(await records.withDetail(permit, record), successText(request, 'updated'))
      },
    )
  if (isGrantedToAnyRole('history'))
    app.get<WithId>(
      history.path,
      { config: { access: { resource, grant: 'history' }, doc: docs.historyDoc(resource) } },
      async (request, reply) => {
        if (!isId(request.params.id)) return reply.callNotFound()
        return ok(
          await records.history(
            authorize(request.caller, resource, 'history'),
            request.params.id,
            parsePageQuery(request.query),
          ),
        )
      },
    )
}

/** Whether the caller prefers to receive rows without waiting for their total. */
const prefersRows = ({
  headers: { [deferredTotalHeaders.request]: values = '' },
}: FastifyRequest) =>
  [values]
    .flat()
    .some((preferences) =>
      preferences
        .split(/[,;]/)
        .some((preference) => preference.trim() === deferredTotalHeaders.value),
    )

/**
 * Returns the requested page, now or as of a moment. Throws the errors of `parseListQuery` and
 * `pageAsOf`.
 */
export async function readList(
  context: Context,
  reply: FastifyReply,
  {
    resource: declared,
    caller,
    query,
  }: { readonly resource: AnyResource; readonly caller: Caller; readonly query: unknown },
): Promise<Page<WireRecord>> {
  const lists = recordsOf(context).listsAfter(lastWritePosition(reply.request, context))
  const { asOf, rest } = parseAsOf(query)
  // Values of dynamic fields are known only as they are now.
  const resource = asOf ? declared : await resourceForLists(context, declared)
  const permit = authorize(caller, resource, 'read')
  const checked = parseListQuery(resource, permit.role, rest, { isPast: asOf !== null })
  // No selection can be made from past records, because bulk work needs the current ones.
  if (asOf) return lists.pageAsOf(permit, checked, asOf)
  addQueryToken(context, reply, { resource, caller, query: checked })
  if (!prefersRows(reply.request)) return lists.page(permit, checked)
  const { totalCount, ...rows } = await lists.quickPage(permit, checked)
  if (totalCount !== null) return { totalCount, ...rows }
  reply.header(deferredTotalHeaders.response, deferredTotalHeaders.value)
  return { totalCount: (rows.page - 1) * rows.pageSize + rows.list.length, ...rows }
}

/**
 * Returns the body of a call that takes an object. Throws `body.malformed` for an array or a
 * primitive value.
 */
export function objectBodyOf(request: FastifyRequest): unknown {
  const { body } = request
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('body.malformed')
  return body
}

/**
 * Returns the version in an `If-Match` header: `3`, `"3"` or `W/"3"`. Throws `input.invalid` for
 * anything else.
 */
export function versionOf(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return undefined
  const version = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1]
  if (version === undefined) throw invalidInput({ version: [{ code: 'type.wrong' }] })
  return Number(version)
}
