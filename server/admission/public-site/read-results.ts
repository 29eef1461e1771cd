/**
 * Public results of an admission session, by reference number. They contain no names or personal
 * numbers.
 */

import { today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { inLanguage, isTranslatedIn } from '@matricola/server/sql/translated-columns.ts'
import {
  equalsLiteral,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { PublicResults } from '#resources/admission/admission-overview.ts'
import type { ChoiceReason } from '#resources/admission/ranking.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { noAdmissionDates, readAdmissionDates } from '#server/admission/admission-dates.ts'
import { readAnswerGrades } from '#server/admission/ranking/answer-grades.ts'
import { criterionInWords, gradesUsedBy, wordingOf } from '#server/admission/ranking/formula.ts'
import { admissionQuotaTable, admissionResultTable } from '#server/tables/rows.ts'

const admissionAppeal = table(admissionAppeals)
const admissionDraft = table(admissionDrafts)
const admissionRound = table(admissionRounds)
const admissionSession = table(admissionSessions)
const admissionResult = table(admissionResultTable)
const earlierDraft = table(admissionDrafts, 'earlier_draft')
const earlierRound = table(admissionRounds, 'earlier_round')
const earlierResult = table(admissionResultTable, 'earlier_result')
const admissionQuota = table(admissionQuotaTable)
const specialization = table(specializations)
const registration = table(registrations)
const placeKind = outerTable(placeKinds)

/** Days for which a list stays public. */
const publicDays = 90

/**
 * Returns the newest results of each programme, once every applicant has been notified and the
 * results day of the round has come. `code` limits them to one programme.
 */
async function findPublished(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { code = null, language = null }: { code?: string | null; language?: Language | null } = {},
) {
  const now = clock.now()
  const since = new Date(now.getTime() - publicDays * 86_400_000).toISOString()
  return await runStatement(
    database,
    sql`select distinct on (${specialization.id}) ${pick({
      ...{ code: specialization.code, draftId: admissionDraft.id },
      ...{
        round: inLanguage(admissionRound.name, language),
        session: inLanguage(admissionSession.name, language),
        sessionId: admissionRound.admissionSessionId,
      },
      notifiedAt: expr<string>`${admissionDraft.notifiedAt}`,
      appealUntil: expr<
        string | null
      >`case when ${admissionRound.appealUntil} >= ${today(now)}::date then ${admissionRound.appealUntil} end`,
      hasOpenAppeals: expr<boolean>`exists (select from ${admissionAppeal} where ${admissionAppeal.admissionRoundId} = ${admissionRound.id} and ${equalsLiteral(admissionAppeal.status, 'open')})`,
    })} from ${admissionQuota}
     join ${specialization} on ${specialization.id} = ${admissionQuota.specialization_id} join ${admissionDraft} on ${admissionDraft.id} = ${admissionQuota.draft_id} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
     join ${admissionSession} on ${admissionSession.id} = ${admissionRound.admissionSessionId}
     where ${equalsLiteral(admissionDraft.state, 'notified')} and ${admissionDraft.notifiedAt} > ${since} and (${admissionRound.resultsOn} is null or ${admissionRound.resultsOn} <= ${today(now)}::date)
       and (${code}::text is null or ${specialization.code} = ${code}::text) and (${admissionQuota.places} > 0 or ${admissionQuota.taken} > 0)
     order by ${specialization.id}, ${admissionDraft.notifiedAt} desc, ${admissionDraft.id} desc`,
  )
}

/** Codes of the programmes that have a public list. */
export const readPublishedCodes = async (
  context: Pick<Context, 'database' | 'clock'>,
): Promise<readonly string[]> => (await findPublished(context)).map(({ code }) => code)

/** Returns the results of a programme; null if none are public. */
export async function readResults(
  context: Pick<Context, 'database' | 'clock' | 'texts'>,
  code: string,
  language: Language,
): Promise<PublicResults | null> {
  const { database, texts } = context
  const [draft] = await findPublished(context, { code, language })
  if (!draft) return null
  const quotas = await runStatement(
    database,
    sql`select ${pick({
      ...{
        code: specialization.code,
        programme: inLanguage(specialization.name, language),
        isTranslated: isTranslatedIn(specialization.name, language),
        specializationId: specialization.id,
      },
      ...{
        kind: admissionQuota.kind,
        kindName: placeKind.name,
        places: admissionQuota.places,
        held: admissionQuota.held,
        lastAverage: admissionQuota.last_average,
        formulas: admissionQuota.formulas,
      },
    })} from ${admissionQuota} join ${specialization} on ${specialization.id} = ${admissionQuota.specialization_id} left join ${placeKind} on ${placeKind.id}::text = ${admissionQuota.kind}
     where ${admissionQuota.draft_id} = ${draft.draftId} and ${specialization.code} = ${code} and (${admissionQuota.places} > 0 or ${admissionQuota.taken} > 0)
     order by (${admissionQuota.kind} = 'budget') desc, (${admissionQuota.kind} = 'fee') desc, ${placeKind.name}`,
  )
  const [first] = quotas
  if (!first) return null
  const [rows, dates] = await Promise.all([
    rowsOf(database, {
      ...{ draftId: draft.draftId, specializationId: first.specializationId, language },
    }),
    readAdmissionDates(database, [draft.sessionId]),
  ])
  const names = quotas.flatMap(({ formulas }) => formulas.flatMap(gradesUsedBy))
  const questions = await readAnswerGrades(database, [draft.sessionId], names)
  const wording = wordingOf(texts, language, questions)
  return {
    dates: dates.get(draft.sessionId) ?? noAdmissionDates,
    ...{
      session: draft.session,
      round: draft.round,
      notifiedAt: new Date(draft.notifiedAt).toISOString(),
      isProvisional: draft.appealUntil !== null || draft.hasOpenAppeals,
      appealUntil: draft.appealUntil,
      code: first.code,
    },
    ...{ programme: first.programme, isTranslated: first.isTranslated },
    kinds: quotas.map(({ kind, kindName, places, held, lastAverage, formulas }) => {
      const kindRows = rows.filter((row) => row.kind === kind)
      return {
        ...{ kind, kindName, places, held, lastAverage },
        kept: kindRows.flatMap(({ reason, reference, average, keptSince }) =>
          reason === 'kept' ? [{ reference, average, round: keptSince }] : [],
        ),
        admitted: kindRows.flatMap(({ hasPlace, reason, reference, average }) =>
          hasPlace && reason !== 'kept' ? [{ reference, average }] : [],
        ),
        waiting: kindRows.flatMap(({ waiting, reason, decidedBy, reference, average }) => {
          if (waiting === null) return []
          const formula = reason === 'tie' ? formulas[decidedBy] : undefined
          return [
            {
              ...{ reference, average, waiting, reason },
              ...(formula !== undefined && { criterion: criterionInWords(formula, wording) }),
            },
          ]
        }),
      }
    }),
  }
}

/** The round in which the applicant of a result first got the place of that result. */
const firstRoundOfPlace = (
  language: Language,
) => sql`select ${inLanguage(earlierRound.name, language)} from ${earlierResult} join ${earlierDraft} on ${earlierDraft.id} = ${earlierResult.draft_id}
  join ${earlierRound} on ${earlierRound.id} = ${earlierDraft.admissionRoundId}
  where ${earlierResult.registration_id} = ${admissionResult.registration_id} and ${equalsLiteral(earlierDraft.state, 'notified')} and ${earlierDraft.id} <> ${admissionResult.draft_id}
  and ${earlierResult.specialization_id} = ${admissionResult.specialization_id} and ${earlierResult.kind} = ${admissionResult.kind}
  order by ${earlierDraft.notifiedAt} limit 1`

/**
 * Returns applicants who keep a place, are admitted or wait, in ranking order, and those with equal
 * numbers by reference number.
 */
const rowsOf = (
  queries: Queries,
  {
    draftId,
    specializationId,
    language,
  }: { draftId: string; specializationId: string; language: Language },
) =>
  runStatement(
    queries,
    sql`select ${pick({
      reference: registration.referenceCode,
      kind: admissionQuota.kind,
      average: expr<number>`${admissionResult.averages}[own.at]`,
      waiting: expr<number | null>`nullif(${admissionResult.waiting_positions}[own.at], 0)`,
      hasPlace: expr<boolean>`coalesce(${admissionResult.specialization_id} = ${admissionQuota.specialization_id} and ${admissionResult.kind} = ${admissionQuota.kind}, false)`,
      reason: expr<ChoiceReason | null>`${admissionResult.reasons}[own.at]`,
      decidedBy: expr<number>`coalesce(${admissionResult.decided_by}[own.at], 0)`,
      keptSince: expr<
        string | null
      >`case when ${admissionResult.reasons}[own.at] = 'kept' then (${firstRoundOfPlace(language)}) end`,
    })}
     from ${admissionQuota} join ${admissionResult} on ${admissionResult.draft_id} = ${admissionQuota.draft_id} and ${admissionResult.quotas} @> array[${admissionQuota.number}]
     join ${registration} on ${registration.id} = ${admissionResult.registration_id} cross join lateral (select array_position(${admissionResult.quotas}, ${admissionQuota.number}) as at) own
     where ${admissionQuota.draft_id} = ${draftId} and ${admissionQuota.specialization_id} = ${specializationId}
     order by ${admissionResult.positions}[own.at], ${admissionResult.waiting_positions}[own.at], ${registration.referenceCode}`,
  )
