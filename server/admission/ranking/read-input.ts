/** Reads everything that the results of an admission session are computed from. */

import { nilId } from '@matricola/schema/paths.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { columnNameOf } from '@matricola/server/database/names.ts'
import { columns, differsFromLiteral, expr, pick, runStatement, sql, sqlForRow, table } from '@matricola/server/sql/typed.ts'
import type { ProgrammeChoice } from '#resources/admission/ranking.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import { programmeQuestionFields } from '#resources/application-documents.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specialPlaces } from '#resources/special-places.ts'
import { applicationFeeDue } from '#server/computed.ts'
import type { RankedApplicant, RankedProgramme, RankingInput } from './assemble.ts'
import { type Grades, gradeNames } from './formula.ts'

const p = table(admissionProgrammes, 'p')
const s = table(specialPlaces, 's')
const k = table(placeKinds, 'k')
const r = table(registrations, 'r')
const o = table(registrations, 'o')
const c = table(applicationChoices, 'c')

export async function readRankingInput(queries: Queries, sessionId: string): Promise<RankingInput> {
  const programmes: readonly RankedProgramme[] = await runStatement(
    queries,
    sql`select ${pick(columns(p, 'id', 'specializationId', 'placesBudget', 'placesFee', 'formula', 'firstTie', 'secondTie', 'ties', 'requirements'))}
     from ${p} where ${p.admissionSessionId} = ${sessionId} order by ${p.id}`,
  )
  const reservedPlaces = await runStatement(
    queries,
    sql`select ${pick(columns(s, 'admissionProgrammeId', 'placeKindId', 'places'))}
     from ${s} join ${p} on ${p.id} = ${s.admissionProgrammeId} where ${p.admissionSessionId} = ${sessionId} order by ${s.id}`,
  )
  return { programmes, reserved: reservedPlaces, applicants: await readApplicants(queries, sessionId) }
}

/** Returns the applications to rank, without declined applications and applications that were accepted without a ranking. */
async function readApplicants(queries: Queries, sessionId: string): Promise<RankedApplicant[]> {
  const applicants: RankedApplicant[] = []
  const choicesByText = new Map<string, ProgrammeChoice>()
  for (;;) {
    const page = await readApplicantsAfter(queries, sessionId, applicants.at(-1)?.id ?? nilId)
    for (const { choices, ...applicant } of page) applicants.push({ ...applicant, choices: parseChoices(choices, choicesByText) })
    if (page.length < applicantsAtOnce) return applicants
  }
}

const applicantsAtOnce = 4000

/** Parses choices. Equal choices share one object, which saves memory with many applicants. */
function parseChoices(choices: string | null, choicesByText: Map<string, ProgrammeChoice>): ProgrammeChoice[] {
  if (choices === null) return []
  return choices.split(',').map((text) => {
    const choice = choicesByText.get(text) ?? parseChoice(text)
    choicesByText.set(text, choice)
    return choice
  })
}

function parseChoice(text: string): ProgrammeChoice {
  const [specializationId = '', preference = ''] = text.split(' ')
  return { specializationId, preference: preference === '' ? null : (preference as ProgrammeChoice['preference']) }
}

const readApplicantsAfter = (queries: Queries, sessionId: string, last: string) =>
  runStatement(
    queries,
    sql`select ${pick({
      ...columns(r, 'id', 'referenceCode', 'status', 'specializationId', 'fundingPreference'),
      ...columns(r, 'wonSpecializationId', 'wonFunding', 'wonPlaceKindId'),
      isChecked: expr<boolean>`${r.gradesCheckedAt} is not null`,
      owesFee: expr<boolean>`(${applicationFeeDue(r)} is not null)`,
      kindId: expr<string | null>`${k.id}`,
      kindFunding: expr<'budget' | 'fee' | null>`${k.funding}`,
      isConfirmed: expr<boolean>`(${r.confirmedAt} is not null or ${r.enrolledAt} is not null)`,
      isEnrolled: expr<boolean>`${r.enrolledAt} is not null`,
      choices: expr<string | null>`(select string_agg(${c.specializationId}::text || ' ' || coalesce(${c.fundingPreference}, ''), ','
        order by ${c.position}) from ${c} where ${c.registrationId} = ${r.id})`,
      grades: expr<Grades>`${gradesOf(r)}`,
      answeredQuestions: expr<readonly string[]>`${answeredNames(r)}`,
      hasDuplicate,
    })}
     from ${r} left join ${k} on ${k.id} = ${r.placeKindId}
     where ${r.admissionSessionId} = ${sessionId} and ${differsFromLiteral(r.status, 'declined')}
     and (${differsFromLiteral(r.status, 'accepted')} or ${r.wonSpecializationId} is not null)
     and ${r.id} > ${last}::uuid order by ${r.id} limit ${applicantsAtOnce}::bigint`,
  )

/**
 * Whether the application is a possible duplicate of another one in the ranking, since one person gets one place. The first
 * application is never marked as the duplicate, so a later one cannot exclude it.
 */
const hasDuplicate = expr<boolean>`(${r.isDuplicate} and exists (select 1 from ${o}
  where (${o.cnpBidx} = ${r.cnpBidx} or ${o.foreignIdNumberBidx} = ${r.foreignIdNumberBidx}) and ${o.id} <> ${r.id}
  and ${o.admissionSessionId} = ${r.admissionSessionId} and ${differsFromLiteral(o.status, 'declined')} and not ${o.isDuplicate}))`

/** The grades as a JSON object by name, with the exact decimal values. */
const gradesOf = (row: typeof r) =>
  sqlForRow(row, (alias) => `jsonb_build_object(${gradeNames.map((name) => `'${name}', ${alias}.${columnNameOf(name)}`).join(', ')})`)

/** Names of the questions and documents that are filled in. */
const answeredNames = (row: typeof r) =>
  sqlForRow(
    row,
    (alias) =>
      `to_jsonb(array_remove(array[${programmeQuestionFields.map((name) => `case when ${alias}.${columnNameOf(name)} is not null then '${name}' end`).join(', ')}]::text[], null))`,
  )
