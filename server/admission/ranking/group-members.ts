/** The applicants whom the release of a draft affects, by group, for the preview of the release. */

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import { expr, outerTable, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { ReleaseGroup, WireGroupMember } from '#resources/calls/ranking.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { admissionResultTable } from '#server/tables/rows.ts'
import { type PageQuery, pageOf } from './page-of.ts'
import { readResultMails } from './result-mails.ts'
import { changesIn } from './store.ts'

const admissionResult = table(admissionResultTable)
const registration = table(registrations)
const programmeBefore = outerTable(specializations, 'programme_before')
const kindBefore = outerTable(placeKinds, 'kind_before')
const programmeNow = outerTable(specializations, 'programme_now')
const kindNow = outerTable(placeKinds, 'kind_now')

/** Returns a page of a group, ordered by reference number. */
export async function readGroupMembers(
  queries: Queries,
  draftId: string,
  {
    group,
    language,
    ...pageQuery
  }: PageQuery & { readonly group: ReleaseGroup; readonly language: Language | null },
) {
  const { page, pageSize, skip } = pageOf(pageQuery)
  const rows = await runStatement(
    queries,
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
      total: expr<number>`count(*) over ()`,
    })} from ${admissionResult} join ${registration} on ${registration.id} = ${admissionResult.registration_id}
     left join ${programmeBefore} on ${programmeBefore.id} = ${admissionResult.from_specialization_id} left join ${kindBefore} on ${kindBefore.id}::text = ${admissionResult.from_kind}
     left join ${programmeNow} on ${programmeNow.id} = ${admissionResult.specialization_id} left join ${kindNow} on ${kindNow.id}::text = ${admissionResult.kind}
     where ${admissionResult.draft_id} = ${draftId} and ${admissionResult.change} = any(${changesIn(group)}::text[])
     order by ${registration.referenceCode} offset ${skip}::bigint limit ${pageSize}::bigint`,
  )
  const changes = rows.flatMap(({ registrationId: id, change, isConfirmed }) =>
    change ? [{ id, change, isConfirmed }] : [],
  )
  const mails = await readResultMails(queries, draftId, changes)
  const list = rows.flatMap(({ change, ...row }): WireGroupMember[] => {
    if (change === null) return []
    const { registrationId, reference, name, isConfirmed, cause, causeDetails } = row
    return [
      {
        ...{ registrationId, reference, name, change, isConfirmed, cause, causeDetails },
        before: placeOf(row.idBefore, row.programmeBefore, row.kindBefore, row.kindNameBefore),
        now: placeOf(row.idNow, row.programmeNow, row.kindNow, row.kindNameNow),
        mail: mails.get(registrationId) ?? null,
      },
    ]
  })
  return { totalCount: rows[0]?.total ?? 0, page, pageSize, list }
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
