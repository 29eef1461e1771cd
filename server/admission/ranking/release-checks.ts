/**
 * Checks before a release: changed ranking rules, texts of the emails, and applicants who would
 * have a place but for a confirmed one, for whom a place can be added.
 */

import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { changeTable } from '@matricola/server/sql/tables.ts'
import { inLanguage, isTranslatedIn } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  equalsLiteral,
  expr,
  isOneOfLiterals,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { resultMails } from '#resources/admission/ranking.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import type { BlockedApplicant, WireReleaseChecks } from '#resources/calls/ranking.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { specialPlaces } from '#resources/special-places.ts'
import { specializations } from '#resources/specializations.ts'
import {
  admissionQuotaTable,
  admissionResultTable,
  admissionRunTable,
} from '#server/tables/rows.ts'
import { lockAndCheckUnchanged, rankingRuleFields } from './staleness.ts'

const admissionDraft = table(admissionDrafts)
const admissionRound = table(admissionRounds)
const formerDraft = table(admissionDrafts, 'former_draft')
const formerRound = table(admissionRounds, 'former_round')
const change = table(changeTable)
const admissionRun = table(admissionRunTable)
const admissionResult = table(admissionResultTable)
const admissionQuota = table(admissionQuotaTable)
const admissionProgramme = table(admissionProgrammes)
const specialPlace = table(specialPlaces)
const specialization = table(specializations)
const placeKind = outerTable(placeKinds)
const registration = table(registrations)
const settingsRow = table(settings)

const maxBlocked = 50

/** Returns the checks, and logs that the caller has read the names in them. */
export async function readReleaseChecks(
  context: Context,
  caller: Caller,
  draftId: string,
): Promise<WireReleaseChecks> {
  const permit = authorize(caller, registrations, 'read')
  const { database } = context
  const blocked = await readBlockedIds(database, draftId)
  const list = await readBlocked(database, draftId, {
    blocked: blocked.slice(0, maxBlocked),
    language: caller.language,
  })
  await recordsOf(context).accessLogger.logList(
    permit,
    list.map(({ registrationId }) => ({ id: registrationId })),
  )
  return {
    changedRules: await readChangedRules(database, draftId, caller.language),
    languages: await readIncompleteLanguages(context, draftId),
    ...{ blocked: list, blockedCount: blocked.length },
  }
}

async function readBlockedIds(
  queries: Queries,
  draftId: string,
): Promise<readonly BlockedApplicant[]> {
  const [run] = await runStatement(
    queries,
    sql`select ${pick(columns(admissionRun, 'blocked'))} from ${admissionRun} where ${admissionRun.draft_id} = ${draftId}`,
  )
  return run?.blocked ?? []
}

const readBlocked = (
  queries: Queries,
  draftId: string,
  {
    blocked,
    language,
  }: { readonly blocked: readonly BlockedApplicant[]; readonly language: Language | null },
) =>
  runStatement(
    queries,
    sql`select ${pick({
      registrationId: registration.id,
      reference: registration.referenceCode,
      name: expr<string>`concat_ws(' ', ${registration.lastName}, ${registration.firstName})`,
      specializationId: admissionQuota.specialization_id,
      programme: inLanguage(specialization.name, language),
      ...{ kind: admissionQuota.kind, kindName: placeKind.name },
      waiting: expr<
        number | null
      >`nullif(${admissionResult.waiting_positions}[array_position(${admissionResult.quotas}, ${admissionQuota.number})], 0)`,
      average: expr<
        number | null
      >`${admissionResult.averages}[array_position(${admissionResult.quotas}, ${admissionQuota.number})]`,
    })} from jsonb_to_recordset(${JSON.stringify(blocked)}::jsonb) as b ("registrationId" uuid, "specializationId" uuid, kind text)
     join ${registration} on ${registration.id} = b."registrationId" join ${admissionResult} on ${admissionResult.draft_id} = ${draftId} and ${admissionResult.registration_id} = b."registrationId"
     join ${admissionQuota} on ${admissionQuota.draft_id} = ${draftId} and ${admissionQuota.specialization_id} = b."specializationId" and ${admissionQuota.kind} = b.kind
     join ${specialization} on ${specialization.id} = b."specializationId" left join ${placeKind} on ${placeKind.id}::text = b.kind
     order by ${registration.referenceCode}`,
  )

/**
 * Returns the programmes whose ranking rule differs from the one of the latest released draft of
 * the session. A change that was reverted does not count. Values come from the history.
 */
async function readChangedRules(
  queries: Queries,
  draftId: string,
  language: Language | null,
): Promise<WireReleaseChecks['changedRules']> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      ...{ admissionProgrammeId: admissionProgramme.id, reason: admissionProgramme.changeReason },
      programme: inLanguage(specialization.name, language),
      ...columns(change, 'before', 'after'),
      ...{ changedAt: change.at, changedBy: change.actor_name },
    })} from ${admissionDraft} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
     join ${admissionProgramme} on ${admissionProgramme.admissionSessionId} = ${admissionRound.admissionSessionId} join ${specialization} on ${specialization.id} = ${admissionProgramme.specializationId}
     join ${change} on ${change.resource} = ${admissionProgrammes.name} and ${change.record_id} = ${admissionProgramme.id} and ${change.before} is not null
       and ${change.at} > (select max(${formerDraft.startedAt}) from ${formerDraft} join ${formerRound} on ${formerRound.id} = ${formerDraft.admissionRoundId}
         where ${formerRound.admissionSessionId} = ${admissionRound.admissionSessionId} and ${formerDraft.id} <> ${draftId} and ${isOneOfLiterals(formerDraft.state, ['released', 'notified'])})
     where ${admissionDraft.id} = ${draftId} order by ${specialization.nameKey}, ${admissionProgramme.id}, ${change.version}`,
  )
  const changes = rows.filter(({ before }) =>
    rankingRuleFields.some((name) => name in (before ?? {})),
  )
  const programmes = new Set(changes.map(({ admissionProgrammeId }) => admissionProgrammeId))
  return [...programmes].flatMap((id) => {
    const own = changes.filter(({ admissionProgrammeId }) => admissionProgrammeId === id)
    const former = Object.assign({}, ...own.map(({ before }) => before).toReversed())
    const current = Object.assign({}, ...own.map(({ after }) => after))
    const last = own.at(-1)
    if (!last || rankingRuleFields.every((name) => former[name] === current[name])) return []
    const { before: _, after: __, ...shown } = last
    return [shown]
  })
}

/**
 * Returns the languages of applicants in the draft that lack a text of the emails. The round's name
 * itself is in the university's language.
 */
async function readIncompleteLanguages(
  { database, texts }: Context,
  draftId: string,
): Promise<WireReleaseChecks['languages']> {
  const rows = await runStatement(
    database,
    sql`select distinct ${pick(columns(registration, 'language'))} from ${admissionResult} join ${registration} on ${registration.id} = ${admissionResult.registration_id} where ${admissionResult.draft_id} = ${draftId}`,
  )
  const used = texts.languages.filter((one) => rows.some(({ language }) => language === one))
  const languages: WireReleaseChecks['languages'][number][] = []
  for (const language of used) {
    const [round] = await runStatement(
      database,
      sql`select ${pick({ hasName: expr<boolean>`${settingsRow.language} = ${language} or ${isTranslatedIn(admissionRound.name, language)}` })} from ${admissionDraft} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId} cross join ${settingsRow} where ${admissionDraft.id} = ${draftId}`,
    )
    const mails = resultMails.filter((mail) => texts.lacksAny(language, `mail:${mail}.`))
    const lacksRoundName = round?.hasName === false
    if (mails.length > 0 || lacksRoundName) languages.push({ language, mails, lacksRoundName })
  }
  return languages
}

interface AddedPlace {
  readonly draftId: string
  readonly registrationId: string
  readonly reason: string
}

/**
 * Adds one place of the kind that the applicant would have, and requests another draft. Throws
 * `record.missing` if the draft does not list the applicant or the place, and `transition.refused`
 * if the draft is stale, so that a place is added only once.
 */
export async function addPlaceForBlocked(
  context: Context,
  caller: Caller,
  { draftId, registrationId, reason }: AddedPlace,
): Promise<{ readonly draftId: string }> {
  return await recordsOf(context).inTransaction(async (records, queries) => {
    const blocked = await readBlockedIds(queries, draftId)
    const place = blocked.find((one) => one.registrationId === registrationId)
    const [draft] = await runStatement(
      queries,
      sql`select ${pick({ roundId: admissionRound.id, sessionId: admissionRound.admissionSessionId, stamp: admissionRun.stamp })} from ${admissionDraft} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
       join ${admissionRun} on ${admissionRun.draft_id} = ${admissionDraft.id} where ${admissionDraft.id} = ${draftId} and (${equalsLiteral(admissionDraft.state, 'ready')} or ${equalsLiteral(admissionDraft.state, 'proposed')})`,
    )
    if (!place || !draft) throw new AppError('record.missing')
    if (!(await lockAndCheckUnchanged(queries, draft.sessionId, draft.stamp)))
      throw new AppError('transition.refused', { fields: { _: [{ code: 'ranking.stale' }] } })
    const [programme] = await runStatement(
      queries,
      sql`select ${pick({
        ...columns(admissionProgramme, 'id', 'placesBudget', 'placesFee'),
        reserved: expr<{
          readonly id: string
          readonly places: number
        } | null>`(select jsonb_build_object('id', ${specialPlace.id}, 'places', ${specialPlace.places}) from ${specialPlace} where ${specialPlace.admissionProgrammeId} = ${admissionProgramme.id} and ${specialPlace.placeKindId}::text = ${place.kind})`,
      })} from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = ${draft.sessionId} and ${admissionProgramme.specializationId} = ${place.specializationId}`,
    )
    if (!programme) throw new AppError('record.missing')
    const { id, placesBudget, placesFee, reserved } = programme
    if (place.kind === 'budget' || place.kind === 'fee')
      await records.applyInternalChange(authorize(caller, admissionProgrammes, 'update'), {
        ...{ id, action: 'update', reason },
        values: () =>
          place.kind === 'budget'
            ? { placesBudget: placesBudget + 1 }
            : { placesFee: placesFee + 1 },
      })
    else if (reserved)
      await records.applyInternalChange(authorize(caller, specialPlaces, 'update'), {
        ...{ id: reserved.id, action: 'update', reason },
        values: () => ({ places: reserved.places + 1 }),
      })
    else throw new AppError('record.missing')
    const created = await records.insert(authorize(caller, admissionDrafts, 'create'), {
      admissionRoundId: draft.roundId,
    })
    return { draftId: created.id }
  })
}
