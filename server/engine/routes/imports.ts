import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import * as calls from '#model/calls/imports.ts'
import { importCall, pasteCall, templateCall } from '#model/calls/many.ts'
import type { AnyResource } from '#model/resource.ts'
import { AppError } from '#model/wire/errors.ts'
import { allResources } from '#resources/index.ts'
import type { Context } from '../context.ts'
import { changeImport } from '../exchange/import/change.ts'
import { valueMeanings } from '../exchange/import/meanings.ts'
import { mendRow } from '../exchange/import/mend.ts'
import { pasteCells } from '../exchange/import/paste.ts'
import { importLimits, receiveFile } from '../exchange/import/receive-file.ts'
import { startImport } from '../exchange/import/start.ts'
import { templateFile } from '../exchange/import/template.ts'
import { replaceValue, wrongValues } from '../exchange/import/values.ts'
import { wireImport } from '../exchange/import/wire.ts'
import { ok } from '../http/envelope.ts'
import { answeredByKey } from '../http/repeatable.ts'
import { serve } from '../http/serve.ts'
import { contentOf } from '../images/receive-upload.ts'
import { wireJob } from '../jobs/wire-job.ts'
import { authorize } from '../policy/permit.ts'
import { recordEvent } from '../session/events.ts'
import { languageOf } from '../session/language.ts'
import { consume, limits } from '../session/limiter.ts'
import { sendFile } from './exports.ts'

/** Calls that create jobs from files and pasted blocks, and calls that change an import before it runs. */
export function importRoutes(app: FastifyInstance, context: Context): void {
  const granted = (resource: AnyResource, grant: 'import' | 'bulk') => Object.values(resource.access).some((access) => access[grant])
  app.register(async (scope) => {
    await scope.register(multipart, { limits: importLimits, throwFileSizeLimit: false })
    for (const resource of allResources) if (granted(resource, 'import')) fileRoutes(scope, context, resource)
  })
  for (const resource of allResources)
    if (granted(resource, 'bulk'))
      serve(app, pasteCall(resource), async ({ caller, input: block }) =>
        ok(await wireJob(context, caller, await pasteCells(context, caller, { resource, block }))),
      )
  changeRoutes(app, context)
}

function fileRoutes(app: FastifyInstance, context: Context, resource: AnyResource): void {
  const { database, clock } = context
  serve(app, templateCall(resource), async ({ request, reply, caller, query: { format = 'csv', lng } }) => {
    const permit = authorize(caller, resource, 'import')
    return sendFile(reply, await templateFile(context, permit, { format, language: lng ?? languageOf(request) }))
  })
  serve(app, importCall(resource), async ({ request, reply, caller }) => {
    await consume(database, limits.imports, caller.id, clock.now())
    try {
      const file = await receiveFile(request)
      return await answeredByKey(context, { request, reply, content: [...contentOf(file), file.reading] }, async () =>
        ok(await wireImport(context, caller, await startImport(context, caller, resource, file))),
      )
    } catch (error) {
      if (error instanceof AppError)
        await recordEvent(database, clock.now(), { kind: 'uploadRefused', userId: caller.id, details: { code: error.code } })
      throw error
    }
  })
}

function changeRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.read, async ({ caller, params: { id } }) => ok(await wireImport(context, caller, id)))
  serve(app, calls.map, async ({ caller, params: { id }, input: { mapping, dayOrders, mode, check } }) => {
    const change = { ...(mapping && { mapping }), ...(dayOrders && { dayOrders }), ...(mode && { mode }), ...(check && { check }) }
    await changeImport(context, caller, { id, change })
    return ok(await wireImport(context, caller, id))
  })
  serve(app, calls.mendRow, async ({ caller, params: { id, position }, input }) => {
    if (!/^\d{1,7}$/.test(position)) throw new AppError('record.missing')
    return ok(await mendRow(context, caller, { id, position: Number(position), ...input }))
  })
  serve(app, calls.meanings, async ({ caller, params: { id } }) => ok(await valueMeanings(context, caller, id)))
  serve(app, calls.wrongValues, async ({ caller, params: { id } }) => ok(await wrongValues(context, caller, id)))
  serve(app, calls.replaceValue, async ({ caller, params: { id }, input }) => {
    await replaceValue(context, caller, { id, ...input })
    return ok(await wireImport(context, caller, id))
  })
}
