import { isGranted } from '@matricola/schema/access.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { schemaRef } from '@matricola/server/http/openapi-schemas.ts'
import { authorize, systemPermit } from '@matricola/server/policy/permit.ts'
import { parsePageQuery } from '@matricola/server/records/reading/list-query.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { historyDoc, singleDoc, updateDoc } from '@matricola/server/routes/resource-docs.ts'
import { objectBodyOf, versionOf } from '@matricola/server/routes/resource-routes.ts'
import { languageOf } from '@matricola/server/session/language.ts'
import type { FastifyInstance } from 'fastify'
import { settings as declared } from '#resources/settings.ts'

/** The settings. Callers who may not read them only see whether registration is open. */
export function settingsRoutes(app: FastifyInstance, context: Context): void {
  const settings = asAnyResource(declared)
  const records = recordsOf(context)
  const { single, update, history } = endpointsOf(settings)

  const record = schemaRef(settings.name)
  const doc = {
    ...singleDoc(settings, record),
    summary: 'Returns the settings. Callers who are not staff only see whether registration is open',
  }
  app.get(single.path, { config: { access: 'optional', doc } }, async ({ caller }) => {
    if (caller && isGranted(settings, caller.role, 'read')) return ok(await records.get(authorize(caller, settings, 'read'), null))
    const { registrationOpen } = await records.get(systemPermit('publicPages', settings, 'read'), null)
    return ok({ registrationOpen })
  })
  app.put(
    update.path,
    { config: { access: { resource: settings, grant: 'update' }, doc: updateDoc(settings, record) } },
    async (request) => {
      // The path has no id, so a request without a body would otherwise be a valid update without changes.
      if (request.body === undefined || request.body === null) throw new AppError('body.malformed')
      const updated = await records.update(authorize(request.caller, settings, 'update'), objectBodyOf(request), versionOf(request))
      return ok(updated, context.texts.text(languageOf(request), 'resources:settings.updated'))
    },
  )
  app.get(history.path, { config: { access: { resource: settings, grant: 'history' }, doc: historyDoc(settings) } }, async (request) =>
    ok(await records.history(authorize(request.caller, settings, 'history'), null, parsePageQuery(request.query))),
  )
}
