import * as calls from '@matricola/schema/calls/settings.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import type { WireChange } from '@matricola/schema/wire/wire.ts'
import { backupName } from '@matricola/server/backup/write.ts'
import type { Context } from '@matricola/server/context.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { takeBackup } from '@matricola/server/services/take-backup.ts'
import { assertRecentPassword } from '@matricola/server/session/reauthentication.ts'
import { recordSecurityEvent } from '@matricola/server/session/security-events.ts'
import { sessionLocationOf } from '@matricola/server/session/session-cookies.ts'
import type { FastifyInstance } from 'fastify'
import { settings } from '#resources/settings.ts'

/** Downloads: the settings with their history, and a backup. They are sent without the envelope, and only to requests of the same site. */
export function settingsDataRoutes(app: FastifyInstance, context: Context): void {
  const { database, clock } = context

  registerCall(app, calls.exportSettings, async ({ request, reply, caller }) => {
    assertRecentPassword(caller, clock.now())
    const records = recordsOf(context)
    const current = await records.get(authorize(caller, asAnyResource(settings), 'read'), null)
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
      .header('content-disposition', `attachment; filename="settings-${content.exportedAt.slice(0, 10)}.json"`)
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

/** Returns all changes, newest first. Settings change a few times a year, so this takes few pages. */
async function readWholeHistory(context: Context, caller: Parameters<typeof authorize>[0]): Promise<WireChange[]> {
  const permit = authorize(caller, asAnyResource(settings), 'history')
  const changes: WireChange[] = []
  for (let pageNumber = 1; ; pageNumber += 1) {
    const { list, totalCount } = await recordsOf(context).history(permit, null, { pageNumber, pageSize: 100 })
    changes.push(...list)
    if (list.length === 0 || changes.length >= totalCount) return changes
  }
}
