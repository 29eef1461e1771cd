import type { FastifyInstance } from 'fastify'
import { isGranted } from '#model/access.ts'
import { asAnyResource } from '#model/registry.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import { AppError } from '#model/wire/errors.ts'
import { settings as declared } from '#resources/settings.ts'
import type { Context } from '#server/engine/context.ts'
import { ok } from '#server/engine/http/envelope.ts'
import { authorize, systemPermit } from '#server/engine/policy/permit.ts'
import { parsePageQuery } from '#server/engine/records/reading/list-query.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { historyDoc, singleDoc, updateDoc } from '#server/engine/routes/resource-docs.ts'
import { objectBodyOf, versionOf } from '#server/engine/routes/resource-routes.ts'
import { languageOf } from '#server/engine/session/language.ts'

/** The settings. Callers who may not read them only see whether registration is open. */
export function settingsRoutes(app: FastifyInstance, context: Context): void {
  const settings = asAnyResource(declared)
  const records = recordsOf(context)
  const { single, update, history } = endpointsOf(settings)

  const doc = { ...singleDoc(settings), summary: 'Returns the settings. Callers who are not staff only see whether registration is open' }
  app.get(single.path, { config: { access: 'optional', doc } }, async ({ caller }) => {
    if (caller && isGranted(settings, caller.role, 'read')) return ok(await records.get(authorize(caller, settings, 'read'), null))
    const { registrationOpen } = await records.get(systemPermit('publicPages', settings, 'read'), null)
    return ok({ registrationOpen })
  })
  app.put(update.path, { config: { access: { resource: settings, grant: 'update' }, doc: updateDoc(settings) } }, async (request) => {
    // The path has no id, so a request without a body would otherwise be a valid update without changes.
    if (request.body === undefined || request.body === null) throw new AppError('body.malformed')
    const record = await records.update(authorize(request.caller, settings, 'update'), objectBodyOf(request), versionOf(request))
    return ok(record, context.texts.text(languageOf(request), 'resources:settings.updated'))
  })
  app.get(history.path, { config: { access: { resource: settings, grant: 'history' }, doc: historyDoc(settings) } }, async (request) =>
    ok(await records.history(authorize(request.caller, settings, 'history'), null, parsePageQuery(request.query))),
  )
}
