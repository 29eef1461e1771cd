/** Reads everything that the results of an admission session are computed from. */

import { nilId } from '@matricola/schema/paths.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { columnNameOf } from '@matricola/server/database/names.ts'
import {
  columns,
  differsFromLiteral,
  expr,
  pick,
  runStatement,
  sql,
  sqlForRow,
  table,
} from '@matricola/server/sql/typed.ts'
import { admissionFeeOf } from '#resources/admission/admission-fee.ts'
import { type ProgrammeChoice, tieBreakers } from '#resources/admission/ranking.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import { programmeQuestionFields } from '#resources/application-documents.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specialPlaces } from '#resources/special-places.ts'
import { specializations } from '#resources/specializations.ts'
import { readStoredFacts } from '#server/admission/forms/stored-facts.ts'
import { applicationFeeDue } from '#server/computed.ts'
import { tuitionOf } from '#server/finances/tuition-fee.ts'
import { readFeeRules } from './admission-fees.ts'
import { type AnswerGrades, answerGradesSql, readAnswerGrades } from './answer-grades.ts'
import type { RankedApplicant, RankedProgramme, RankingInput } from './assemble.ts'
import { paidConfirmationFee } from './fee.ts'
import { type Grades, gradeNames, parseRule } from './formula.ts'
import { newestAcceptance } from './newest-acceptance.ts'

const admissionProgramme = table(admissionProgrammes)
const specialPlace = table(specialPlaces)
const placeKind = table(placeKinds)
const registration = table(registrations)
const otherRegistration = table(registrations, 'other_registration')
const applicationChoice = table(applicationChoices)
const specialization = table(specializations)

export async function readRankingInput(queries: Queries, sessionId: string): Promise<RankingInput> {
  const programmes: readonly RankedProgramme[] = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(
        admissionProgramme,
        'id',
        'specializationId',
        'placesBudget',
        'placesFee',
        'formula',
        'requires',
        ...tieBreakers,
        'ties',
        'requirements',
      ),
      tuitionFee: tuitionOf(specialization),
      confirmationFee: expr<number | null>`${admissionProgramme.confirmationFee}::float8`,
    })}
     from ${admissionProgramme} join ${specialization} on ${specialization.id} = ${admissionProgramme.specializationId} where ${admissionProgramme.admissionSessionId} = ${sessionId} order by ${admissionProgramme.id}`,
  )
  const reservedPlaces = await runStatement(
    queries,
    sql`select ${pick(columns(specialPlace, 'admissionProgrammeId', 'placeKindId', 'places'))}
     from ${specialPlace} join ${admissionProgramme} on ${admissionProgramme.id} = ${specialPlace.admissionProgrammeId} where ${admissionProgramme.admissionSessionId} = ${sessionId} order by ${specialPlace.id}`,
  )
  const fundings = await runStatement(
    queries,
    sql`select ${pick(columns(placeKind, 'id', 'funding'))} from ${placeKind}`,
  )
  const questions = await readAnswerGrades(
    queries,
    [sessionId],
    programmes.flatMap((programme) => parseRule(programme).usedGrades),
  )
  return {
    programmes,
    reserved: reservedPlaces,
    fundings: new Map(fundings.map(({ id, funding }) => [id, funding])),
    applicants: await withOwnFees(
      queries,
      { sessionId, programmes },
      await readApplicants(queries, sessionId, questions),
    ),
  }
}

/** Adds the confirmation fees that differ by facts about applicants with a confirmed place. */
async function withOwnFees(
  queries: Queries,
  {
    sessionId,
    programmes,
  }: { readonly sessionId: string; readonly programmes: readonly RankedProgramme[] },
  applicants: RankedApplicant[],
): Promise<RankedApplicant[]> {
  const ruleOf = await readFeeRules(queries, [sessionId])
  const exceptional = programmes.flatMap(({ specializationId }) => {
    const rule = ruleOf('confirmation', sessionId, specializationId)
    return rule.exceptions.length > 0 ? [{ specializationId, rule }] : []
  })
  if (exceptional.length === 0) return applicants
  const facts = await readStoredFacts(
    queries,
    applicants.flatMap(({ id, isConfirmed }) => (isConfirmed ? [id] : [])),
  )
  return applicants.map((applicant) => {
    const known = facts.get(applicant.id)
    if (!known) return applicant
    const ownFees = new Map(
      exceptional.map(({ specializationId, rule }) => [
        specializationId,
        admissionFeeOf(rule, known),
      ]),
    )
    return { ...applicant, ownFees }
  })
}

/**
 * Returns the applications to rank, without declined applications and applications that were
 * accepted without a ranking. Reads two ranges at a time, so that the database reads one while this
 * process parses the other.
 */
async function readApplicants(
  queries: Queries,
  sessionId: string,
  questions: AnswerGrades,
): Promise<RankedApplicant[]> {
  const ends = await readRangeEnds(queries, sessionId)
  const ranges = [nilId, ...ends].map((after, at) => ({ after, upTo: ends[at] ?? maxId }))
  const read: RankedApplicant[][] = []
  const choicesByText = new Map<string, ProgrammeChoice>()
  const readEverySecond = async (first: number) => {
    for (const [at, range] of ranges.entries()) {
      if (at % 2 !== first) continue
      const page = await readApplicantsIn(queries, { sessionId, questions, range })
      read[at] = page.map(({ choices, ...applicant }) => ({
        ...applicant,
        choices: parseChoices(choices, choicesByText),
      }))
    }
  }
  await Promise.all([readEverySecond(0), readEverySecond(1)])
  return read.flat()
}

const applicantsAtOnce = 4000

/** The highest possible id. */
const maxId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Returns the id of every 4,000th application in the order of their ids. */
async function readRangeEnds(queries: Queries, sessionId: string): Promise<readonly string[]> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({ id: expr<string>`numbered.id` })} from (select ${registration.id} as id, row_number() over (order by ${registration.id}) as number
     from ${registration} where ${registration.admissionSessionId} = ${sessionId}) as numbered where numbered.number % ${applicantsAtOnce}::bigint = 0 order by numbered.id`,
  )
  return rows.map(({ id }) => id)
}

/** Parses choices. Equal choices share one object, which saves memory with many applicants. */
function parseChoices(
  choices: string | null,
  choicesByText: Map<string, ProgrammeChoice>,
): ProgrammeChoice[] {
  if (choices === null) return []
  return choices.split(',').map((text) => {
    const choice = choicesByText.get(text) ?? parseChoice(text)
    choicesByText.set(text, choice)
    return choice
  })
}

function parseChoice(text: string): ProgrammeChoice {
  const [specializationId = '', preference = ''] = text.split(' ')
  return {
    specializationId,
    preference: preference === '' ? null : (preference as ProgrammeChoice['preference']),
  }
}

const readApplicantsIn = (
  queries: Queries,
  {
    sessionId,
    questions,
    range: { after, upTo },
  }: {
    readonly sessionId: string
    readonly questions: AnswerGrades
    readonly range: { readonly after: string; readonly upTo: string }
  },
) =>
  runStatement(
    queries,
    sql`select ${pick({
      ...columns(
        registration,
        'id',
        'referenceCode',
        'status',
        'specializationId',
        'fundingPreference',
      ),
      ...columns(registration, 'wonSpecializationId', 'wonFunding', 'wonPlaceKindId'),
      isChecked: expr<boolean>`${registration.gradesCheckedAt} is not null`,
      owesFee: expr<boolean>`(${applicationFeeDue(registration)} is not null)`,
      kindId: expr<string | null>`${placeKind.id}`,
      kindFunding: expr<'budget' | 'fee' | null>`${placeKind.funding}`,
      isConfirmed: expr<boolean>`(${registration.confirmedAt} is not null or ${registration.enrolledAt} is not null)`,
      isEnrolled: expr<boolean>`${registration.enrolledAt} is not null`,
      acceptance: newestAcceptance(registration),
      paidFee: expr<number>`case when ${registration.confirmedAt} is null then 0 else ${paidConfirmationFee(registration)} end::float8`,
      choices: expr<
        string | null
      >`(select string_agg(${applicationChoice.specializationId}::text || ' ' || coalesce(${applicationChoice.fundingPreference}, ''), ','
        order by ${applicationChoice.position}) from ${applicationChoice} where ${applicationChoice.registrationId} = ${registration.id})`,
      grades: expr<Grades>`${gradesOf(registration, questions)}`,
      answeredQuestions: expr<readonly string[]>`${answeredNames(registration)}`,
      hasDuplicate,
    })}
     from ${registration} left join ${placeKind} on ${placeKind.id} = ${registration.placeKindId}
     where ${registration.admissionSessionId} = ${sessionId} and ${differsFromLiteral(registration.status, 'declined')}
     and (${differsFromLiteral(registration.status, 'accepted')} or ${registration.wonSpecializationId} is not null)
     and ${registration.id} > ${after}::uuid and ${registration.id} <= ${upTo}::uuid order by ${registration.id}`,
  )

/**
 * Whether the application is a possible duplicate of another one in the ranking, since one person
 * gets one place. The first application is never marked as the duplicate, so a later one cannot
 * exclude it.
 */
const hasDuplicate = expr<boolean>`(${registration.isDuplicate} and exists (select 1 from ${otherRegistration}
  where (${otherRegistration.cnpBidx} = ${registration.cnpBidx} or ${otherRegistration.foreignIdNumberBidx} = ${registration.foreignIdNumberBidx}) and ${otherRegistration.id} <> ${registration.id}
  and ${otherRegistration.admissionSessionId} = ${registration.admissionSessionId} and ${differsFromLiteral(otherRegistration.status, 'declined')} and not ${otherRegistration.isDuplicate}))`

/** The grades and answers as a JSON object by name, with the exact decimal values. */
export const gradesOf = (row: typeof registration, questions: AnswerGrades) =>
  expr<Grades>`(${sqlForRow(
    row,
    (alias) =>
      `jsonb_build_object(${gradeNames.map((name) => `'${name}', ${alias}.${columnNameOf(name)}`).join(', ')})`,
  )} || ${answerGradesSql(row, questions)})`

/** Names of the questions and documents that are filled in. */
const answeredNames = (row: typeof registration) =>
  sqlForRow(
    row,
    (alias) =>
      `to_jsonb(array_remove(array[${programmeQuestionFields.map((name) => `case when ${alias}.${columnNameOf(name)} is not null then '${name}' end`).join(', ')}]::text[], null))`,
  )
