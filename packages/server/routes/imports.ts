import multipart from '@fastify/multipart'
import { importCall, pasteCall, templateCall } from '@matricola/schema/calls/bulk-and-import.ts'
import * as calls from '@matricola/schema/calls/imports.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { correctRow } from '../exchange/import/correct-row.ts'
import { interpretValues } from '../exchange/import/interpret-values.ts'
import { importMultipartLimits, receiveImport } from '../exchange/import/receive-file.ts'
import { findRejectedValues, replaceColumnValue } from '../exchange/import/rejected-values.ts'
import { startImport } from '../exchange/import/start-import.ts'
import { startPaste } from '../exchange/import/start-paste.ts'
import { createTemplate } from '../exchange/import/template.ts'
import { updateImport } from '../exchange/import/update-import.ts'
import { getWireImport } from '../exchange/import/wire-import.ts'
import { ok } from '../http/envelope.ts'
import { runOnceByKey } from '../http/idempotency.ts'
import { registerCall } from '../http/register-call.ts'
import { contentIdentity } from '../images/receive-upload.ts'
import { getWireJob } from '../jobs/wire-job.ts'
import { authorize } from '../policy/permit.ts'
import { languageOf } from '../session/language.ts'
import { consume, rateLimits } from '../session/rate-limits.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { sendFileStream } from './exports.ts'

/**
 * Calls that create jobs from files and pasted blocks, and calls that change an import before it
 * runs.
 */
export function importRoutes(app: FastifyInstance, context: Context): void {
  const isGrantedToAny = (resource: AnyResource, grant: 'import' | 'bulk') =>
    Object.values(resource.access).some((access) => access[grant])
  app.register(async (scope) => {
    await scope.register(multipart, { limits: importMultipartLimits, throwFileSizeLimit: false })
    for (const resource of context.registry.resources)
      if (isGrantedToAny(resource, 'import')) fileRoutes(scope, context, resource)
  })
  for (const resource of context.registry.resources)
    if (isGrantedToAny(resource, 'bulk'))
      registerCall(app, pasteCall(resource), async ({ caller, input: block }) =>
        ok(
          await getWireJob(context, caller, await startPaste(context, caller, { resource, block })),
        ),
      )
  changeRoutes(app, context)
}

function fileRoutes(app: FastifyInstance, context: Context, resource: AnyResource): void {
  const { database, clock } = context
  registerCall(
    app,
    templateCall(resource),
    async ({ request, reply, caller, query: { format = 'csv', lng } }) => {
      const permit = authorize(caller, resource, 'import')
      return sendFileStream(
        reply,
        await createTemplate(context, permit, { format, language: lng ?? languageOf(request) }),
      )
    },
  )
  registerCall(app, importCall(resource), async ({ request, reply, caller }) => {
    await consume(database, rateLimits.imports, caller.id, clock.now())
    try {
      const file = await receiveImport(request)
      return await runOnceByKey(
        context,
        { request, reply, content: [...contentIdentity(file), file.readOptions] },
        async () =>
          ok(
            await getWireImport(
              context,
              caller,
              await startImport(context, caller, resource, file),
            ),
          ),
      )
    } catch (error) {
      if (error instanceof AppError)
        await recordSecurityEvent(database, clock.now(), {
          kind: 'uploadRefused',
          userId: caller.id,
          details: { code: error.code },
        })
      throw error
    }
  })
}

function changeRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.readImport, async ({ caller, params: { id } }) =>
    ok(await getWireImport(context, caller, id)),
  )
  registerCall(
    app,
    calls.mapColumns,
    async ({ caller, params: { id }, input: { mapping, dayOrders, mode, check } }) => {
      const change = {
        ...(mapping && { mapping }),
        ...(dayOrders && { dayOrders }),
        ...(mode && { mode }),
        ...(check && { check }),
      }
      await updateImport(context, caller, { id, change })
      return ok(await getWireImport(context, caller, id))
    },
  )
  registerCall(app, calls.updateImportRow, async ({ caller, params: { id, position }, input }) => {
    if (!/^\d{1,7}$/.test(position)) throw new AppError('record.missing')
    return ok(await correctRow(context, caller, { id, position: Number(position), ...input }))
  })
  registerCall(app, calls.getValueInterpretations, async ({ caller, params: { id } }) =>
    ok(await interpretValues(context, caller, id)),
  )
  registerCall(app, calls.getInvalidValues, async ({ caller, params: { id } }) =>
    ok(await findRejectedValues(context, caller, id)),
  )
  registerCall(app, calls.replaceImportValue, async ({ caller, params: { id }, input }) => {
    await replaceColumnValue(context, caller, { id, ...input })
    return ok(await getWireImport(context, caller, id))
  })
}
