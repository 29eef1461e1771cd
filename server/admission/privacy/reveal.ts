import { isId } from '@matricola/schema/paths.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { logRecordAccess } from '@matricola/server/records/reading/access-log.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { consume, tryConsume } from '@matricola/server/session/rate-limits.ts'
import { assertRecentPassword } from '@matricola/server/session/reauthentication.ts'
import { recordSecurityEvent } from '@matricola/server/session/security-events.ts'
import { sessionLocationOf } from '@matricola/server/session/session-cookies.ts'
import { accessLogTable } from '@matricola/server/sql/tables.ts'
import {
  expr,
  isOneOfLiterals,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { FastifyInstance } from 'fastify'
import * as calls from '#resources/calls/review.ts'
import { registrations } from '#resources/registrations.ts'
import { universityRateLimits } from '#server/limits.ts'

export interface RevealedPersonalNumbers {
  readonly cnp: string | null
  readonly foreignIdNumber: string | null
  readonly serialNumber: string | null
}

const accessLog = table(accessLogTable)
const registration = table(registrations)

/**
 * Whether the caller has loaded the current identity card of the application, which shows the
 * numbers. The rate limit of documents applies to it.
 */
async function hasLoadedCard(queries: Queries, caller: Caller, id: string): Promise<boolean> {
  const [found] = await runStatement(
    queries,
    sql`select ${pick({ isLoaded: expr<boolean>`true` })} from ${registration} where ${registration.id} = ${id} and exists (select 1 from ${accessLog}
     where ${accessLog.resource} = ${registrations.name} and ${accessLog.record_id} = ${registration.id} and ${accessLog.user_id} = ${caller.id}
     and ${isOneOfLiterals(accessLog.kind, ['file', 'fetched'])} and ${accessLog.file_id} = ${registration.fileIdCardUrl})`,
  )
  return found !== undefined
}

/**
 * Returns the decrypted numbers of an application after recording who saw them. Throws
 * `record.missing`. Unless the caller has loaded the identity card, throws
 * `reauthentication.required` once the hourly number of reveals without reauthentication is used
 * up, and `requests.tooMany` above the rate limit.
 */
async function revealNumbers(
  context: Context,
  caller: Caller,
  { id, address }: { id: string; address: string },
): Promise<RevealedPersonalNumbers> {
  const { clock, database } = context
  const permit = authorize(caller, registrations, 'read')
  if (!isId(id) || !(await hasLoadedCard(database, caller, id))) {
    await consume(database, universityRateLimits.reveal, caller.id, clock.now())
    if (!(await tryConsume(database, universityRateLimits.revealFreely, caller.id, clock.now())))
      assertRecentPassword(caller, clock.now())
  }
  const { values } = await recordsOf(context).getStored(permit, id)
  await database.transaction(async (queries) => {
    const now = clock.now()
    await logRecordAccess(queries, caller, now, {
      resource: 'registrations',
      recordId: id,
      kind: 'revealed',
    })
    await recordSecurityEvent(queries, now, {
      kind: 'numbersRevealed',
      userId: caller.id,
      address,
      details: { registration: id },
    })
  })
  const clear = (name: keyof RevealedPersonalNumbers) =>
    typeof values[name] === 'string' ? values[name] : null
  return {
    cnp: clear('cnp'),
    foreignIdNumber: clear('foreignIdNumber'),
    serialNumber: clear('serialNumber'),
  }
}

/** The call of staff that reveals masked values of an application. */
export function revealRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.revealIdentity, async ({ request, caller, params: { id } }) =>
    ok(await revealNumbers(context, caller, { id, address: sessionLocationOf(request).address })),
  )
}
