/** The public status search, which finds applications by CNP alone. */

import { validateInput } from '@matricola/schema/validation.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import { filterField } from '@matricola/schema/wire/list-query.ts'
import type { Page } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import { withUniformTiming } from '@matricola/server/http/uniform-timing.ts'
import { parsePageQuery, parseQueryEntries } from '@matricola/server/records/reading/list-query.ts'
import { consume, refundAttempt, tryConsume } from '@matricola/server/session/rate-limits.ts'
import { isRestricted } from '@matricola/server/session/restrictions.ts'
import { maskSubject } from '@matricola/server/session/tokens.ts'
import { blindIndex } from '@matricola/server/sql/cipher.ts'
import { allTranslations, columns, expr, notNull, outerTable, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import type { WireProgress } from '#resources/admission/progress.ts'
import type { WirePublicStatus } from '#resources/admission/wire.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { nationalIdSchema } from '#resources/calls/admission.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { readProgressById } from '#server/admission/applicant/progress.ts'
import { universityRateLimits } from '#server/limits.ts'
import { registrationEventTable } from '#server/tables/rows.ts'
import { readPublicStatus } from './current-sessions.ts'
import { countStatusLookup } from './status-restriction.ts'

const registration = table(registrations)
const registrationEvent = table(registrationEventTable)
const specialization = outerTable(specializations)
const admissionProgramme = table(admissionProgrammes)

/**
 * SQL condition: whether an application is ranked. Results are public by reference number, so the search must not link reference
 * numbers to a CNP.
 */
const isByMerit = sql`exists (select from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = ${registration.admissionSessionId} and ${admissionProgramme.specializationId} = ${registration.specializationId})`

export const maxStatusPage = 10

interface Search {
  readonly cnp: string
  readonly pageNumber: number
  readonly pageSize: number
}

/**
 * Parses a list call by a caller who may not read registrations. Its only filter must be the CNP; null if there is none. Throws
 * `filter.unknown` for other filters and `input.invalid` for an invalid CNP.
 */
export function parseStatusQuery(query: unknown): Search | null {
  const entries = parseQueryEntries(query)
  const isCnp = (name: string) => filterField(name)?.toLowerCase() === 'cnp'
  const cnpEntry = entries.find(([name, value]) => isCnp(name) && value !== '')
  if (!cnpEntry) return null
  const [name, value] = cnpEntry
  const others = entries.filter((entry) => entry !== cnpEntry && (entry[1] !== '' || filterField(entry[0]) === null))
  const page = parsePageQuery(Object.fromEntries(others))
  if (page.pageSize > maxStatusPage) throw invalidInput({ pageSize: [{ code: 'number.tooLarge', params: { max: maxStatusPage } }] })
  const result = validateInput(nationalIdSchema, value)
  if (!result.ok) throw invalidInput({ [filterField(name) ?? 'cnp']: result.fields._ ?? [] })
  return { cnp: result.value, ...page }
}

/**
 * Returns the public view of the applications with a CNP; always empty in the mode `code`. Takes the same time whether or not the CNP
 * has applications. Throws `status.off`, `status.limited` and `requests.tooMany`.
 */
export async function searchStatus(context: Context, search: Search, address: string): Promise<Page<WirePublicStatus>> {
  const { database, clock } = context
  const found = await withUniformTiming(async () => {
    const now = clock.now()
    for (const limit of [universityRateLimits.statusAddress, universityRateLimits.statusAddressHour])
      await consume(database, limit, address, now)
    const mode = await readPublicStatus(database)
    if (mode === 'off') throw new AppError(admissionErrors['status.off'])
    return mode === 'code' ? { totalCount: 0, list: [] } : await findUnlessRestricted(context, search, { address, now })
  })
  return { totalCount: found.totalCount, page: search.pageNumber, pageSize: search.pageSize, list: found.list }
}

/**
 * Searches unless the CNP was looked up too often, or the search is restricted and this address had too many misses. Other
 * addresses are not affected, so one attacker cannot block the page for everyone. Applications stay accessible by access code.
 * Throws `status.limited`.
 */
async function findUnlessRestricted(
  context: Context,
  search: Search,
  { address, now }: { readonly address: string; readonly now: Date },
): Promise<StatusPage> {
  const { database, keys } = context
  const isWithinLimit = await tryConsume(database, universityRateLimits.statusSubject, maskSubject(keys.index, `cnp:${search.cnp}`), now)
  // Counted before the lookup, so that concurrent calls cannot exceed the limit.
  const isWithinMissLimit = await tryConsume(database, universityRateLimits.statusMisses, address, now)
  if (!isWithinLimit || (!isWithinMissLimit && (await isRestricted(database, 'status', now))))
    throw new AppError(admissionErrors['status.limited'], { retryAfterSeconds: 60 })
  const found = await findApplications(context, search, now)
  if (isWithinMissLimit && found.totalCount > 0) await refundAttempt(database, universityRateLimits.statusMisses, address)
  await countStatusLookup(context, found.totalCount > 0)
  return found
}

type StatusPage = Pick<Page<WirePublicStatus>, 'totalCount' | 'list'>

async function findApplications({ database, keys }: Context, { cnp, pageNumber, pageSize }: Search, now: Date): Promise<StatusPage> {
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
        reference: expr<string | null>`case when not ${isByMerit} then ${registration.referenceCode} end`,
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
  const progress = await readProgressById(
    database,
    list.map(({ id }) => id),
    { now, includesFees: false },
  )
  return { totalCount: total?.count ?? 0, list: list.flatMap((row) => publicStatus(row, progress.get(row.id))) }
}

type StatusRow = Omit<WirePublicStatus, 'actionNeeded' | 'dueAt' | 'progress'> & { readonly id: string }

/** Returns the public status; empty if the application was removed in the meantime. */
function publicStatus({ id, ...row }: StatusRow, progress: WireProgress | undefined): WirePublicStatus[] {
  if (!progress) return []
  const actionNeeded = row.status === 'update_requested'
  const dueAt = progress.steps.find(({ step }) => step === 'changesSent')?.by ?? null
  return [{ ...row, actionNeeded, dueAt, progress }]
}
