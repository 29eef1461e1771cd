import { isGranted } from '@matricola/schema/access.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import { recordSchema } from '@matricola/schema/wire/shapes.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { ok } from '../http/envelope.ts'
import { authorize } from '../policy/permit.ts'
import { parsePageQuery } from '../records/reading/parse-list-query.ts'
import { recordsOf } from '../records/store.ts'
import { languageOf } from '../session/language.ts'
import type { PublicSettings } from '../system/public-settings.ts'
import { historyDoc, singleDoc, updateDoc } from './resource-docs.ts'
import { objectBodyOf, versionOf } from './resource-routes.ts'

/** Reads and updates the settings. `publicSettings` answers callers who may not read them. */
export function settingsRoutes(
  app: FastifyInstance,
  context: Context,
  publicSettings: PublicSettings | undefined,
): void {
  const settings = context.registry.get('settings')
  const records = recordsOf(context)
  const { single, update, history } = endpointsOf(settings)

  const record = recordSchema(settings.name)
  const doc = {
    ...singleDoc(settings, record),
    ...(publicSettings && { summary: publicSettings.summary }),
  }
  const access = publicSettings ? 'optional' : ({ resource: settings, grant: 'read' } as const)
  app.get(single.path, { config: { access, doc } }, async ({ caller }) =>
    !publicSettings || (caller && isGranted(settings, caller.role, 'read'))
      ? ok(await records.get(authorize(caller, settings, 'read'), null))
      : ok(await publicSettings.read(context)),
  )
  app.put(
    update.path,
    {
      config: {
        access: { resource: settings, grant: 'update' },
        doc: updateDoc(settings, record, undefined),
      },
    },
    async (request) => {
      // The path has no id, so a request without a body would otherwise be a valid update without
      // changes.
      if (request.body === undefined || request.body === null) throw new AppError('body.malformed')
      const updated = await records.update(
        authorize(request.caller, settings, 'update'),
        objectBodyOf(request),
        versionOf(request),
      )
      return ok(updated, context.texts.text(languageOf(request), 'resources:settings.updated'))
    },
  )
  app.get(
    history.path,
    { config: { access: { resource: settings, grant: 'history' }, doc: historyDoc(settings) } },
    async (request) =>
      ok(
        await records.history(
          authorize(request.caller, settings, 'history'),
          null,
          parsePageQuery(request.query),
        ),
      ),
  )
}
