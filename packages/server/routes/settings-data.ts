import * as calls from '@matricola/schema/calls/settings.ts'
import type { WireChange } from '@matricola/schema/wire/wire.ts'
import type { FastifyInstance } from 'fastify'
import { backupName } from '../backup/write.ts'
import type { Context } from '../context.ts'
import { registerCall } from '../http/register-call.ts'
import { authorize } from '../policy/permit.ts'
import { recordsOf } from '../records/store.ts'
import { takeBackup } from '../services/take-backup.ts'
import { assertRecentPassword } from '../session/reauthentication.ts'
import { recordSecurityEvent } from '../session/security-events.ts'
import { sessionLocationOf } from '../session/session-cookies.ts'

/**
 * Downloads: the settings with their history, and a backup. They are sent without the envelope, and
 * only to requests of the same site.
 */
export function settingsDataRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context
  const settings = context.registry.get('settings')

  registerCall(app, calls.exportSettings, async ({ request, reply, caller }) => {
    assertRecentPassword(caller, clock.now())
    const records = recordsOf(context)
    const current = await records.get(authorize(caller, settings, 'read'), null)
    const names = Object.keys(settings.fields)
    const content = {
      exportedAt: clock.now().toISOString(),
      version: current.version,
      settings: Object.fromEntries(names.map((name) => [name, current[name] ?? null])),
      history: await readWholeHistory(context, caller),
    }
    await recordSecurityEvent(database, clock.now(), {
      kind: 'settingsExported',
      userId: caller.id,
      address: sessionLocationOf(request).address,
    })
    return reply
      .type('application/json; charset=utf-8')
      .header(
        'content-disposition',
        `attachment; filename="settings-${content.exportedAt.slice(0, 10)}.json"`,
      )
      .send(`${JSON.stringify(content, null, 2)}\n`)
  })

  registerCall(app, calls.downloadBackup, async ({ request, reply, caller }) => {
    const archive = await takeBackup(context, caller, sessionLocationOf(request).address)
    return reply
      .type('application/gzip')
      .header('content-disposition', `attachment; filename="${backupName(clock.now())}"`)
      .send(archive)
  })
}

/**
 * Returns all changes, newest first. Settings change a few times a year, so this takes few pages.
 */
async function readWholeHistory(
  context: Context,
  caller: Parameters<typeof authorize>[0],
): Promise<WireChange[]> {
  const permit = authorize(caller, context.registry.get('settings'), 'history')
  const changes: WireChange[] = []
  for (let pageNumber = 1; ; pageNumber += 1) {
    const { list, totalCount } = await recordsOf(context).history(permit, null, {
      pageNumber,
      pageSize: 100,
    })
    changes.push(...list)
    if (list.length === 0 || changes.length >= totalCount) return changes
  }
}
