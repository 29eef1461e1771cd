import type { FastifyInstance } from 'fastify'
import { isGranted } from '#model/access.ts'
import { endpointsOf, sessionEndpoints } from '#model/endpoints.ts'
import type { WirePublicConfig, WireRecord } from '#model/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Context } from '#server/context.ts'
import { ok } from '#server/http/envelope.ts'
import { languageOf } from '#server/http/language.ts'
import { authorize, systemPermit } from '#server/policy/permit.ts'
import { pageQuery } from '#server/records/list-query.ts'
import { recordsOf } from '#server/records/store.ts'
import { historyDoc, singleDoc, updateDoc } from './resource-docs.ts'
import { bodyOf, ifMatchOf } from './resource-routes.ts'

/** The settings: whole for those who may read them, whether registration is open for everyone else, and what public pages show of them. */
export function settingsRoutes(app: FastifyInstance, context: Context): void {
  const settings = resourceNamed('settings')
  const records = recordsOf(context)
  const { single, update, history } = endpointsOf(settings)

  const doc = { ...singleDoc(settings), summary: 'The settings; for anyone but staff only whether registration is open' }
  app.get(single.path, { config: { access: 'optional', doc } }, async ({ caller }) => {
    if (caller && isGranted(settings, caller.role, 'read')) return ok(await records.find(authorize(caller, settings, 'read'), null))
    const { registrationOpen } = await records.find(systemPermit('publicPages', settings, 'read'), null)
    return ok({ registrationOpen })
  })
  app.get(sessionEndpoints.publicConfig.path, { config: { access: 'public', doc: publicConfigDoc } }, async () =>
    ok(publicConfig(await records.find(systemPermit('publicPages', settings, 'read'), null))),
  )
  app.put(update.path, { config: { access: { resource: settings, grant: 'update' }, doc: updateDoc(settings) } }, async (request) => {
    const record = await records.update(authorize(request.caller, settings, 'update'), bodyOf(request), ifMatchOf(request))
    return ok(record, context.texts.text(languageOf(request), 'resources:settings.updated'))
  })
  app.get(history.path, { config: { access: { resource: settings, grant: 'history' }, doc: historyDoc(settings) } }, async (request) =>
    ok(await records.history(authorize(request.caller, settings, 'history'), null, pageQuery(request.query))),
  )
}

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }
const publicConfigDoc = {
  summary: 'What public pages show of the settings: the university and how to reach its admission office',
  tag: 'registrations',
  answer: {
    type: 'object',
    properties: { universityName: text, admissionEmail: textOrNull, admissionPhone: textOrNull, officeHours: textOrNull },
  },
}

function publicConfig({ universityName, admissionEmail, admissionPhone, officeHours }: WireRecord): WirePublicConfig {
  const shown = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    universityName: shown(universityName) ?? '',
    admissionEmail: shown(admissionEmail),
    admissionPhone: shown(admissionPhone),
    officeHours: shown(officeHours),
  }
}
