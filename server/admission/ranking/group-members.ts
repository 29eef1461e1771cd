/** The applicants whom the release of a draft affects, by group, for the preview of the release. */

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  equalsLiteral,
  expr,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { CauseSources } from '#resources/admission/ranking.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import type { ReleaseGroup, WireCauseSources, WireGroupMember } from '#resources/calls/ranking.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { admissionResultTable, admissionRunTable } from '#server/tables/rows.ts'
import { type PageQuery, pageOf } from './page-of.ts'
import { readResultMails } from './result-mails.ts'
import { changesIn } from './store.ts'

const admissionResult = table(admissionResultTable)
const admissionRun = table(admissionRunTable)
const admissionAppeal = table(admissionAppeals)
const registration = table(registrations)
const reducedProgramme = outerTable(admissionProgrammes)
const programmeBefore = outerTable(specializations, 'programme_before')
const kindBefore = outerTable(placeKinds, 'kind_before')
const programmeNow = outerTable(specializations, 'programme_now')
const kindNow = outerTable(placeKinds, 'kind_now')

interface MemberQuery {
  readonly group: ReleaseGroup
  readonly language: Language | null
}

/** Returns a page of a group, ordered by reference number. */
export async function readGroupMembers(
  queries: Queries,
  draftId: string,
  { group, language, ...pageQuery }: PageQuery & MemberQuery,
) {
  const { page, pageSize, skip } = pageOf(pageQuery)
  const range = { skip, limit: pageSize, after: '' }
  const { total, list } = await readMembers(queries, draftId, { group, language, ...range })
  return { totalCount: total, page, pageSize, list }
}

const membersAtOnce = 2000

/** Yields all members of a group, ordered by reference number. */
export async function* streamGroupMembers(
  queries: Queries,
  draftId: string,
  query: MemberQuery,
): AsyncGenerator<readonly WireGroupMember[]> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const range = { skip: 0, limit: membersAtOnce, after }
    const { list }: { list: readonly WireGroupMember[] } = await readMembers(queries, draftId, {
      ...query,
      ...range,
    })
    if (list.length > 0) yield list
    after = list.length < membersAtOnce ? undefined : list.at(-1)?.reference
  }
}

interface MemberRange extends MemberQuery {
  readonly skip: number
  readonly limit: number
  /** The reference number before the first one. */
  readonly after: string
}

/** Returns members, and the number of members after `after`. */
async function readMembers(
  queries: Queries,
  draftId: string,
  { group, language, skip, limit, after }: MemberRange,
) {
  const rows = await runStatement(
    queries,
    // The members are counted and ordered before their names are read.
    sql`select ${pick({
      ...{
        registrationId: admissionResult.registration_id,
        reference: registration.referenceCode,
        name: expr<string>`concat_ws(' ', ${registration.lastName}, ${registration.firstName})`,
        change: admissionResult.change,
        isConfirmed: admissionResult.confirmed,
      },
      ...{
        idBefore: admissionResult.from_specialization_id,
        programmeBefore: inLanguage(programmeBefore.name, language),
        kindBefore: admissionResult.from_kind,
        kindNameBefore: kindBefore.name,
      },
      ...{
        idNow: admissionResult.specialization_id,
        programmeNow: inLanguage(programmeNow.name, language),
        kindNow: admissionResult.kind,
        kindNameNow: kindNow.name,
      },
      cause: admissionResult.cause,
      causeDetails: admissionResult.cause_details,
      programmeId: expr<
        string | null
      >`case when ${admissionResult.cause} = 'placesReduced' then ${reducedProgramme.id} end`,
      total: expr<number>`p.total`,
    })} from (select ${admissionResult.registration_id} as id, count(*) over () as total from ${admissionResult} join ${registration} on ${registration.id} = ${admissionResult.registration_id}
       where ${admissionResult.draft_id} = ${draftId} and ${admissionResult.change} = any(${changesIn(group)}::text[]) and ${registration.referenceCode} > ${after}
       order by ${registration.referenceCode} offset ${skip}::bigint limit ${limit}::bigint) p
     join ${admissionResult} on ${admissionResult.draft_id} = ${draftId} and ${admissionResult.registration_id} = p.id join ${registration} on ${registration.id} = p.id
     left join ${reducedProgramme} on ${reducedProgramme.admissionSessionId} = ${registration.admissionSessionId} and ${reducedProgramme.specializationId} = ${admissionResult.from_specialization_id}
     left join ${programmeBefore} on ${programmeBefore.id} = ${admissionResult.from_specialization_id} left join ${kindBefore} on ${kindBefore.id}::text = ${admissionResult.from_kind}
     left join ${programmeNow} on ${programmeNow.id} = ${admissionResult.specialization_id} left join ${kindNow} on ${kindNow.id}::text = ${admissionResult.kind}
     order by ${registration.referenceCode}`,
  )
  const changes = rows.flatMap(({ registrationId: id, change, isConfirmed }) =>
    change ? [{ id, change, isConfirmed }] : [],
  )
  const mails = await readResultMails(queries, draftId, changes)
  const list = rows.flatMap(({ change, ...row }): WireGroupMember[] => {
    if (change === null) return []
    const { registrationId, reference, name, isConfirmed, cause, causeDetails, programmeId } = row
    return [
      {
        ...{ registrationId, reference, name, change, isConfirmed, cause, causeDetails },
        before: placeOf(row.idBefore, row.programmeBefore, row.kindBefore, row.kindNameBefore),
        now: placeOf(row.idNow, row.programmeNow, row.kindNow, row.kindNameNow),
        programmeId,
        mail: mails.get(registrationId) ?? null,
      },
    ]
  })
  return { total: rows[0]?.total ?? 0, list }
}

/**
 * Returns the applicants whose data are a cause, with their appeals that were upheld; null if nobody
 * is worse off.
 */
export async function readCauseSources(
  queries: Queries,
  draftId: string,
): Promise<WireCauseSources | null> {
  const [run] = await runStatement(
    queries,
    sql`select ${pick(columns(admissionRun, 'cause_sources'))} from ${admissionRun} where ${admissionRun.draft_id} = ${draftId}`,
  )
  const sources = run?.cause_sources
  if (!sources) return null
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      registrationId: registration.id,
      reference: registration.referenceCode,
      appealId: expr<
        string | null
      >`(select ${admissionAppeal.id} from ${admissionAppeal} where ${admissionAppeal.registrationId} = ${registration.id} and ${equalsLiteral(admissionAppeal.status, 'changed')} order by ${admissionAppeal.answeredAt} desc limit 1)`,
    })} from ${registration} where ${registration.id} = any(${Object.values(sources).flatMap(({ ids }) => ids)}::uuid[]) order by ${registration.referenceCode}`,
  )
  const sourceOf = ({ ids, total }: CauseSources['applications']) => ({
    list: rows.filter(({ registrationId }) => ids.includes(registrationId)),
    total,
  })
  return {
    appealUpheld: sourceOf(sources.appealUpheld),
    gradeCorrected: sourceOf(sources.gradeCorrected),
    applications: sourceOf(sources.applications),
  }
}

const placeOf = (
  specializationId: string | null,
  programme: string | null,
  kind: string | null,
  kindName: string | null,
): WireGroupMember['now'] =>
  specializationId === null || programme === null || kind === null
    ? null
    : { specializationId, programme, kind, kindName }
