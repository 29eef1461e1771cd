/** Public results of an admission session, by reference number. They contain no names or personal numbers. */

import { today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { equalsLiteral, expr, inLanguage, isTranslatedIn, outerTable, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { PublicResults } from '#resources/admission/admission-overview.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { admissionQuotaTable, admissionResultTable } from '#server/tables/rows.ts'

const d = table(admissionDrafts, 'd')
const o = table(admissionRounds, 'o')
const x = table(admissionResultTable, 'x')
const y = table(admissionQuotaTable, 'y')
const z = table(specializations, 'z')
const r = table(registrations, 'r')
const k = outerTable(placeKinds, 'k')

/** Days for which a list stays public. */
const publicDays = 90

/**
 * Returns the newest results of each programme, once every applicant has been notified and the results day of the round has come.
 * `code` limits them to one programme.
 */
async function findPublished({ database, clock }: Pick<Context, 'database' | 'clock'>, code: string | null = null) {
  const now = clock.now()
  const since = new Date(now.getTime() - publicDays * 86_400_000).toISOString()
  return await runStatement(
    database,
    sql`select distinct on (${z.id}) ${pick({ code: z.code, draftId: d.id, round: o.name, notifiedAt: expr<string>`${d.notifiedAt}` })} from ${y}
     join ${z} on ${z.id} = ${y.specialization_id} join ${d} on ${d.id} = ${y.draft_id} join ${o} on ${o.id} = ${d.admissionRoundId}
     where ${equalsLiteral(d.state, 'notified')} and ${d.notifiedAt} > ${since} and (${o.resultsOn} is null or ${o.resultsOn} <= ${today(now)}::date)
       and (${code}::text is null or ${z.code} = ${code}::text) and (${y.places} > 0 or ${y.taken} > 0)
     order by ${z.id}, ${d.notifiedAt} desc, ${d.id} desc`,
  )
}

/** Codes of the programmes that have a public list. */
export const readPublishedCodes = async (context: Pick<Context, 'database' | 'clock'>): Promise<readonly string[]> =>
  (await findPublished(context)).map(({ code }) => code)

/** Returns the results of a programme, named in `language` or as the university entered it; null if none are public. */
export async function readResults(
  context: Pick<Context, 'database' | 'clock'>,
  code: string,
  language: Language | null = null,
): Promise<PublicResults | null> {
  const { database } = context
  const [draft] = await findPublished(context, code)
  if (!draft) return null
  const quotas = await runStatement(
    database,
    sql`select ${pick({
      ...{ code: z.code, programme: inLanguage(z.name, language), isTranslated: isTranslatedIn(z.name, language), specializationId: z.id },
      ...{ kind: y.kind, kindName: k.name, places: y.places, lastAverage: y.last_average },
    })} from ${y} join ${z} on ${z.id} = ${y.specialization_id} left join ${k} on ${k.id}::text = ${y.kind}
     where ${y.draft_id} = ${draft.draftId} and ${z.code} = ${code} and (${y.places} > 0 or ${y.taken} > 0)
     order by (${y.kind} = 'budget') desc, (${y.kind} = 'fee') desc, ${k.name}`,
  )
  const [first] = quotas
  if (!first) return null
  const rows = await rowsOf(database, draft.draftId, first.specializationId)
  return {
    ...{ round: draft.round, notifiedAt: new Date(draft.notifiedAt).toISOString(), code: first.code },
    ...{ programme: first.programme, isTranslated: first.isTranslated },
    kinds: quotas.map(({ kind, kindName, places, lastAverage }) => {
      const kindRows = rows.filter((row) => row.kind === kind)
      return {
        ...{ kind, kindName, places, lastAverage },
        admitted: kindRows.flatMap(({ hasPlace, reference, average }) => (hasPlace ? [{ reference, average }] : [])),
        waiting: kindRows.flatMap(({ waiting, reference, average }) => (waiting === null ? [] : [{ reference, average, waiting }])),
      }
    }),
  }
}

/** Returns admitted and waiting applicants in ranking order, and those with equal positions by reference number. */
const rowsOf = (queries: Queries, draftId: string, specializationId: string) =>
  runStatement(
    queries,
    sql`select ${pick({
      reference: r.referenceCode,
      kind: y.kind,
      average: expr<number>`${x.averages}[own.at]`,
      waiting: expr<number | null>`nullif(${x.waiting_positions}[own.at], 0)`,
      hasPlace: expr<boolean>`coalesce(${x.specialization_id} = ${y.specialization_id} and ${x.kind} = ${y.kind}, false)`,
    })}
     from ${y} join ${x} on ${x.draft_id} = ${y.draft_id} and ${x.quotas} @> array[${y.number}]
     join ${r} on ${r.id} = ${x.registration_id} cross join lateral (select array_position(${x.quotas}, ${y.number}) as at) own
     where ${y.draft_id} = ${draftId} and ${y.specialization_id} = ${specializationId}
     order by ${x.positions}[own.at], ${r.referenceCode}`,
  )
