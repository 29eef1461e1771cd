/** The public status search, which finds applications by CNP alone. */

import { asAnyResource } from '@matricola/schema/registry.ts'
import { validateInput } from '@matricola/schema/validation.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import { filterField } from '@matricola/schema/wire/list-query.ts'
import { pageSchema, recordSchema } from '@matricola/schema/wire/shapes.ts'
import type { Page } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { ok } from '@matricola/server/http/envelope.ts'
import { registerCall } from '@matricola/server/http/register-call.ts'
import type { RouteDoc } from '@matricola/server/http/route-access.ts'
import { withUniformTiming } from '@matricola/server/http/uniform-timing.ts'
import { queueMails } from '@matricola/server/mail/outbox.ts'
import {
  parsePageQuery,
  parseQueryEntries,
} from '@matricola/server/records/reading/parse-list-query.ts'
import { listDoc } from '@matricola/server/routes/resource-docs.ts'
import { readList } from '@matricola/server/routes/resource-routes.ts'
import {
  consume,
  rateLimitAddress,
  refundAttempt,
  tryConsume,
} from '@matricola/server/session/rate-limits.ts'
import { isRestricted, restrict } from '@matricola/server/session/restrictions.ts'
import { recordSecurityEvent } from '@matricola/server/session/security-events.ts'
import { maskSubject } from '@matricola/server/session/tokens.ts'
import { blindIndex } from '@matricola/server/sql/cipher.ts'
import { rateLimitTable } from '@matricola/server/sql/tables.ts'
import { allTranslations } from '@matricola/server/sql/translated-columns.ts'
import {
  bareColumns,
  columns,
  equalsLiteral,
  expr,
  into,
  notNull,
  outerTable,
  pick,
  runStatement,
  setValues,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { admissionErrors } from '#resources/admission/errors.ts'
import type { WirePublicStatus, WireState } from '#resources/admission/wire.ts'
import { publicStatusesSchema } from '#resources/admission/wire.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import * as calls from '#resources/calls/admission.ts'
import { nationalIdSchema } from '#resources/calls/admission.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { users } from '#resources/users.ts'
import { readStatesById } from '#server/admission/applicant/application-state.ts'
import { addReviewerNames } from '#server/admission/review/assign.ts'
import { readPublicStatus } from '#server/admission/submission/current-sessions.ts'
import { readPublicConfig } from '#server/admission/submission/public-config.ts'
import { findStaffCaller } from '#server/admission/submission/submission-routes.ts'
import { universityRateLimits } from '#server/limits.ts'
import { registrationEventTable } from '#server/tables/rows.ts'

const registration = table(registrations)
const registrationEvent = table(registrationEventTable)
const specialization = outerTable(specializations)
const admissionProgramme = table(admissionProgrammes)
const rateLimit = table(rateLimitTable)
const excluded = table(rateLimitTable, 'excluded')
const user = table(users)

const anyRegistrations = asAnyResource(registrations)

const staffListDoc = listDoc(anyRegistrations)
const publicListDoc: RouteDoc = {
  ...staffListDoc,
  summary:
    'Staff: lists registrations, one page at a time. Anyone else: lists the status of each application submitted with a CNP; only the filter CNP is allowed',
  query: {
    ...staffListDoc.query,
    'filters[CNP]': 'The complete CNP. The only filter for callers who are not staff.',
  },
  answer: z.union([pageSchema(recordSchema(registrations.name)), publicStatusesSchema]),
}

/**
 * The public facts of admission, the list of applications for staff, and the status search for
 * everyone else.
 */
export function statusRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, calls.publicConfig, async () => ok(await readPublicConfig(context)))

  app.get(
    endpointsOf(anyRegistrations).list.path,
    { config: { access: 'optional', doc: publicListDoc } },
    async (request, reply) => {
      const staff = findStaffCaller(request)
      if (staff) {
        const page = await readList(context, reply, {
          resource: anyRegistrations,
          caller: staff,
          query: staffQuery(request.query),
        })
        return ok({ ...page, list: await addReviewerNames(context.database, page.list) })
      }
      const search = parseStatusQuery(request.query)
      if (!search) throw new AppError(request.caller ? 'access.denied' : 'session.required')
      return ok(await searchStatus(context, search, rateLimitAddress(request.ip)))
    },
  )

  registerCall(app, calls.statusSearch, async ({ request, input: { cnp } }) =>
    ok(
      await searchStatus(
        context,
        { cnp, pageNumber: 1, pageSize: maxStatusPage },
        rateLimitAddress(request.ip),
      ),
    ),
  )
}

/** Renames the filter: the specification writes `CNP`, while the field is named `cnp`. */
const staffQuery = (query: unknown) =>
  Object.fromEntries(
    Object.entries(query ?? {}).map(([name, value]) => [
      name === 'filters[CNP]' ? 'filters[cnp]' : name,
      value,
    ]),
  )

/**
 * SQL condition: whether an application is ranked. Results are public by reference number, so the
 * search must not link reference numbers to a CNP.
 */
const isByMerit = sql`exists (select from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = ${registration.admissionSessionId} and ${admissionProgramme.specializationId} = ${registration.specializationId})`

export const maxStatusPage = 10

interface Search {
  readonly cnp: string
  readonly pageNumber: number
  readonly pageSize: number
}

/**
 * Parses a list call by a caller who may not read registrations. Its only filter must be the CNP;
 * null if there is none. Throws `filter.unknown` for other filters and `input.invalid` for an
 * invalid CNP.
 */
export function parseStatusQuery(query: unknown): Search | null {
  const entries = parseQueryEntries(query)
  const isCnp = (name: string) => filterField(name)?.toLowerCase() === 'cnp'
  const cnpEntry = entries.find(([name, value]) => isCnp(name) && value !== '')
  if (!cnpEntry) return null
  const [name, value] = cnpEntry
  const others = entries.filter(
    (entry) => entry !== cnpEntry && (entry[1] !== '' || filterField(entry[0]) === null),
  )
  const page = parsePageQuery(Object.fromEntries(others))
  if (page.pageSize > maxStatusPage)
    throw invalidInput({ pageSize: [{ code: 'number.tooLarge', params: { max: maxStatusPage } }] })
  const result = validateInput(nationalIdSchema, value)
  if (!result.ok) throw invalidInput({ [filterField(name) ?? 'cnp']: result.fields._ ?? [] })
  return { cnp: result.value, ...page }
}

/**
 * Returns the public view of the applications with a CNP; always empty in the mode `code`. Takes
 * the same time whether or not the CNP has applications. Throws `status.off`, `status.limited` and
 * `requests.tooMany`.
 */
export async function searchStatus(
  context: Context,
  search: Search,
  address: string,
): Promise<Page<WirePublicStatus>> {
  const { database, clock } = context
  const found = await withUniformTiming(async () => {
    const now = clock.now()
    for (const limit of [
      universityRateLimits.statusAddress,
      universityRateLimits.statusAddressHour,
    ])
      await consume(database, limit, address, now)
    const mode = await readPublicStatus(database)
    if (mode === 'off') throw new AppError(admissionErrors['status.off'])
    return mode === 'code'
      ? { totalCount: 0, list: [] }
      : await findUnlessRestricted(context, search, { address, now })
  })
  return {
    totalCount: found.totalCount,
    page: search.pageNumber,
    pageSize: search.pageSize,
    list: found.list,
  }
}

/**
 * Searches unless the CNP was looked up too often, or the search is restricted and this address had
 * too many misses. Other addresses are not affected, so one attacker cannot block the page for
 * everyone. Applications stay accessible by access code. Throws `status.limited`.
 */
async function findUnlessRestricted(
  context: Context,
  search: Search,
  { address, now }: { readonly address: string; readonly now: Date },
): Promise<StatusPage> {
  const { database, keys } = context
  const isWithinLimit = await tryConsume(
    database,
    universityRateLimits.statusSubject,
    maskSubject(keys.index, `cnp:${search.cnp}`),
    now,
  )
  // Counted before the lookup, so that concurrent calls cannot exceed the limit.
  const isWithinMissLimit = await tryConsume(
    database,
    universityRateLimits.statusMisses,
    address,
    now,
  )
  if (!isWithinLimit || (!isWithinMissLimit && (await isRestricted(database, 'status', now))))
    throw new AppError(admissionErrors['status.limited'], { retryAfterSeconds: 60 })
  const found = await findApplications(context, search, now)
  if (isWithinMissLimit && found.totalCount > 0)
    await refundAttempt(database, universityRateLimits.statusMisses, address)
  await countStatusLookup(context, found.totalCount > 0)
  return found
}

type StatusPage = Pick<Page<WirePublicStatus>, 'totalCount' | 'list'>

async function findApplications(
  { database, keys, texts }: Context,
  { cnp, pageNumber, pageSize }: Search,
  now: Date,
): Promise<StatusPage> {
  const index = blindIndex(cnp, keys)
  const [[total], list] = await Promise.all([
    runStatement(
      database,
      sql`select ${pick({ count: expr<number>`count(*)` })} from ${registration} where ${registration.cnpBidx} = ${index}`,
    ),
    runStatement(
      database,
      sql`select ${pick({
        ...columns(registration, 'id', 'submittedAt'),
        reference: expr<
          string | null
        >`case when not ${isByMerit} then ${registration.referenceCode} end`,
        specialization: notNull(specialization.name),
        names: allTranslations(specialization.name),
        status: expr<
          WirePublicStatus['status']
        >`case when ${registration.notifyAt} > ${now.toISOString()} then coalesce(${registration.notifiedStatus}, ${registration.status}) else ${registration.status} end`,
        updatedAt: expr<string>`coalesce((select max(${registrationEvent.visible_from}) from ${registrationEvent}
          where ${registrationEvent.registration_id} = ${registration.id} and ${registrationEvent.visible_from} <= ${now.toISOString()}), ${registration.submittedAt})`,
      })}
       from ${registration} left join ${specialization} on ${specialization.id} = ${registration.specializationId} where ${registration.cnpBidx} = ${index}
       order by ${registration.submittedAt} desc, ${registration.id} limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`,
    ),
  ])
  const states = await readStatesById(
    { database, texts },
    list.map(({ id }) => id),
    { now, reader: 'cnp' },
  )
  return {
    totalCount: total?.count ?? 0,
    list: list.flatMap((row) => publicStatus(row, states.get(row.id))),
  }
}

type StatusRow = Omit<WirePublicStatus, 'actionNeeded' | 'dueAt' | 'state'> & {
  readonly id: string
}

/** Returns the public status; empty if the application was removed in the meantime. */
function publicStatus({ id, ...row }: StatusRow, state: WireState | undefined): WirePublicStatus[] {
  if (!state) return []
  const actionNeeded = row.status === 'update_requested'
  const dueAt = state.milestones.find(({ step }) => step === 'changesSent')?.by ?? null
  return [{ ...row, actionNeeded, dueAt, state }]
}

declare module '@matricola/server/session/security-events.ts' {
  interface SecurityEventKinds {
    readonly statusLimited: true
  }
}

const windowMs = 60_000
/**
 * Lookups per minute above which misses are compared with hits. More than half of the lookups by
 * real applicants find an application.
 */
const minLookups = 100
const restrictionMs = 30 * 60_000
const keys = { lookups: 'status.lookups', misses: 'status.misses' } as const

/**
 * Counts a lookup. Too many misses in a minute restrict the search for half an hour, which is
 * logged and emailed to all admins.
 */
async function countStatusLookup(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  found: boolean,
): Promise<void> {
  const now = clock.now()
  const start = new Date(Math.floor(now.getTime() / windowMs) * windowMs)
  const first = {
    window_start: start.toISOString(),
    previous: 0,
    blocked_until: null,
    updated_at: now.toISOString(),
  }
  const rows = await runStatement(
    database,
    sql`insert into ${into(rateLimit, { ...first, key: keys.lookups, count: 1 }, { ...first, key: keys.misses, count: found ? 0 : 1 })}
     on conflict (${bareColumns(rateLimit, 'key')}) do update ${setValues(rateLimit, {
       count: expr`case when ${rateLimit.window_start} = ${excluded.window_start} then ${rateLimit.count} + ${excluded.count} else ${excluded.count} end`,
       window_start: excluded.window_start,
       updated_at: excluded.updated_at,
     })}
     returning ${pick(columns(rateLimit, 'key', 'count'))}`,
  )
  const count = (key: string) => rows.find((row) => row.key === key)?.count ?? 0
  const [lookups, misses] = [count(keys.lookups), count(keys.misses)]
  if (lookups > minLookups && misses * 2 > lookups)
    await database.transaction((queries) => restrictSearch(queries, now, { lookups, misses }))
}

async function restrictSearch(
  queries: Queries,
  now: Date,
  details: { readonly lookups: number; readonly misses: number },
): Promise<void> {
  if (!(await restrict(queries, 'status', { now, ms: restrictionMs }))) return
  await recordSecurityEvent(queries, now, { kind: 'statusLimited', details })
  const admins = await runStatement(
    queries,
    sql`select ${pick({ id: user.id })} from ${user} where ${equalsLiteral(user.role, 'admin')} and ${user.isActive} order by ${user.id}`,
  )
  await queueMails(
    queries,
    now,
    admins.map(({ id }) => ({ kind: 'statusLimited', userId: id })),
  )
}
