/** Facts that a CNP alone tells of its applications (S-8). */
import type { WireProgress } from '#model/admission/progress.ts'
import type { WirePublicStatus } from '#model/admission/wire.ts'
import { check } from '#model/validation.ts'
import { AppError, invalidInput } from '#model/wire/errors.ts'
import { filterField } from '#model/wire/list-query.ts'
import type { Page } from '#model/wire/wire.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { cnp } from '#resources/calls/admission.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import type { Context } from '#server/engine/context.ts'
import { inEvenTime } from '#server/engine/http/even-time.ts'
import { pageQuery, queryEntries } from '#server/engine/records/reading/list-query.ts'
import { isOn } from '#server/engine/session/brakes.ts'
import { consume, release, take } from '#server/engine/session/limiter.ts'
import { maskSubject } from '#server/engine/session/tokens.ts'
import { blindIndex } from '#server/engine/sql/cipher.ts'
import { columns, expr, inEveryLanguage, outer, pick, present, run, sql, table } from '#server/engine/sql/typed.ts'
import { progressById } from '#server/university/admission/applicant/progress.ts'
import { limits } from '#server/university/limits.ts'
import { registrationEvent } from '#server/university/tables/rows.ts'
import { readPublicStatus } from './intake.ts'
import { countLookup } from './status-brake.ts'

const r = table(registrations, 'r')
const e = table(registrationEvent, 'e')
const s = outer(specializations, 's')
const p = table(admissionProgrammes, 'p')

/** SQL of whether the results of an application are published by its reference. */
const isByMerit = sql`exists (select from ${p} where ${p.admissionSessionId} = ${r.admissionSessionId} and ${p.specializationId} = ${r.specializationId})`

export const maxStatusPage = 10

interface Search {
  readonly cnp: string
  readonly pageNumber: number
  readonly pageSize: number
}

/**
 * A list call of somebody who may not read registrations: exactly one filter, the CNP (S-8.6). Null where it has none.
 * Throws `filter.unknown` for anything beside it, `input.invalid` for a number that is none.
 */
export function statusQuery(query: unknown): Search | null {
  const entries = queryEntries(query)
  const isCnp = (name: string) => filterField(name)?.toLowerCase() === 'cnp'
  const given = entries.find(([name, value]) => isCnp(name) && value !== '')
  if (!given) return null
  const [name, value] = given
  const others = entries.filter((entry) => entry !== given && (entry[1] !== '' || filterField(entry[0]) === null))
  const page = pageQuery(Object.fromEntries(others))
  if (page.pageSize > maxStatusPage) throw invalidInput({ pageSize: [{ code: 'number.tooLarge', params: { max: maxStatusPage } }] })
  const checked = check(cnp, value)
  if (!checked.ok) throw invalidInput({ [filterField(name) ?? 'cnp']: checked.fields._ ?? [] })
  return { cnp: checked.value, ...page }
}

/**
 * The applications of a CNP as the public sees them; in `code` mode always none. As long in coming whether there are any
 * or not. Throws `status.off`, `status.braked`, `requests.tooMany`.
 */
export async function searchStatus(context: Context, search: Search, address: string): Promise<Page<WirePublicStatus>> {
  const { database, clock } = context
  const found = await inEvenTime(async () => {
    const now = clock.now()
    for (const limit of [limits.statusAddress, limits.statusAddressHour]) await consume(database, limit, address, now)
    const mode = await readPublicStatus(database)
    if (mode === 'off') throw new AppError('status.off')
    return mode === 'code' ? { totalCount: 0, list: [] } : await findUnbraked(context, search, { address, now })
  })
  return { totalCount: found.totalCount, page: search.pageNumber, pageSize: search.pageSize, list: found.list }
}

/**
 * Finds what there is, unless too many ask: for one number, or from this address for numbers that nobody has while very many do so
 * everywhere. Other addresses find what they did before, so that a stranger takes the page from nobody else; the access code opens
 * the application meanwhile (S-5.5, S-8.8). Throws `status.braked`.
 */
async function findUnbraked(
  context: Context,
  search: Search,
  { address, now }: { readonly address: string; readonly now: Date },
): Promise<Found> {
  const { database, keys } = context
  const mayAsk = await take(database, limits.statusSubject, maskSubject(keys.index, `cnp:${search.cnp}`), now)
  // Counted before anything is looked up: many calls at once find no gap.
  const mayMiss = await take(database, limits.statusMisses, address, now)
  if (!mayAsk || (!mayMiss && (await isOn(database, 'status', now)))) throw new AppError('status.braked', { retryAfterSeconds: 60 })
  const found = await find(context, search, now)
  if (mayMiss && found.totalCount > 0) await release(database, limits.statusMisses, address)
  await countLookup(context, found.totalCount > 0)
  return found
}

type Found = Pick<Page<WirePublicStatus>, 'totalCount' | 'list'>

async function find({ database, keys }: Context, { cnp, pageNumber, pageSize }: Search, now: Date): Promise<Found> {
  const index = blindIndex(cnp, keys)
  const [[total], list] = await Promise.all([
    run(database, sql`select ${pick({ count: expr<number>`count(*)` })} from ${r} where ${r.cnpBidx} = ${index}`),
    run(
      database,
      sql`select ${pick({
        ...columns(r, 'id', 'submittedAt'),
        reference: expr<string | null>`case when not ${isByMerit} then ${r.referenceCode} end`,
        specialization: present(s.name),
        names: inEveryLanguage(s.name),
        status: expr<
          WirePublicStatus['status']
        >`case when ${r.notifyAt} > ${now.toISOString()} then coalesce(${r.notifiedStatus}, ${r.status}) else ${r.status} end`,
        updatedAt: expr<string>`coalesce((select max(${e.visible_from}) from ${e}
          where ${e.registration_id} = ${r.id} and ${e.visible_from} <= ${now.toISOString()}), ${r.submittedAt})`,
      })}
       from ${r} left join ${s} on ${s.id} = ${r.specializationId} where ${r.cnpBidx} = ${index}
       order by ${r.submittedAt} desc, ${r.id} limit ${pageSize} offset ${(pageNumber - 1) * pageSize}`,
    ),
  ])
  const progress = await progressById(
    database,
    list.map(({ id }) => id),
    { now, tellsFees: false },
  )
  return { totalCount: total?.count ?? 0, list: list.flatMap((row) => publicStatus(row, progress.get(row.id))) }
}

type FoundRow = Omit<WirePublicStatus, 'actionNeeded' | 'dueAt' | 'progress'> & { readonly id: string }

/** Public status of one, unless it went meanwhile. */
function publicStatus({ id, ...row }: FoundRow, progress: WireProgress | undefined): WirePublicStatus[] {
  if (!progress) return []
  const actionNeeded = row.status === 'update_requested'
  const dueAt = progress.steps.find(({ step }) => step === 'changesSent')?.by ?? null
  return [{ ...row, actionNeeded, dueAt, progress }]
}
