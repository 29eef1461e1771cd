/** Ranked programmes of the current admission sessions, as published to applicants. */

import type { Queries } from '@matricola/server/database/database.ts'
import { columns, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { Texts } from '@matricola/server/texts.ts'
import { tieBreakers } from '#resources/admission/ranking.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import type { WireMerit } from '#resources/admission/wire-merit.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { programmeQuestionsAmong, toSentName } from '#resources/application-documents.ts'
import { offeredPlaceKinds, type ProgrammeQuestions } from '#resources/application-form.ts'
import { statedGrades } from '#resources/application-grades.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { specialPlaces } from '#resources/special-places.ts'
import { questionNames } from '#server/admission/applicant/choices.ts'
import { readFeeRules } from '#server/admission/ranking/admission-fees.ts'
import { readAnswerGrades } from '#server/admission/ranking/answer-grades.ts'
import { formulasOf, gradeLabels, parseRule } from '#server/admission/ranking/formula.ts'

const admissionProgramme = table(admissionProgrammes)
const specialPlace = table(specialPlaces)
const placeKind = table(placeKinds)

interface RankingFacts {
  /** Ranking facts by programme. */
  readonly programmes: ReadonlyMap<string, WireMerit>
  /** Absent if no programme is ranked. */
  readonly shared: Pick<WireIntake, 'merit'>
}

const emptyFacts: RankingFacts = { programmes: new Map(), shared: {} }

/** Admission session by programme. */
type Sessions = ReadonlyMap<string, string | null>

/**
 * Returns the ranking rules of programmes, with the fields that the rules use. Omits programmes
 * that are not ranked.
 */
export async function readRankingRules(queries: Queries, sessions: Sessions) {
  const sessionIds = [...new Set(sessions.values())].filter((id) => id !== null)
  if (sessionIds.length === 0) return []
  const all = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(
        admissionProgramme,
        'admissionSessionId',
        'specializationId',
        'placesBudget',
        'placesFee',
        'formula',
        'requires',
        ...tieBreakers,
        'ties',
        'requirements',
      ),
      special: expr<
        WireMerit['special']
      >`coalesce((select jsonb_agg(jsonb_build_object('kind', ${specialPlace.placeKindId}, 'places', ${specialPlace.places})
        order by ${specialPlace.placeKindId}) from ${specialPlace} where ${specialPlace.admissionProgrammeId} = ${admissionProgramme.id} and ${specialPlace.places} > 0), '[]')`,
    })} from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = any(${sessionIds}::uuid[]) and ${admissionProgramme.specializationId} = any(${[...sessions.keys()]}::uuid[])`,
  )
  const feeRules = await readFeeRules(queries, sessionIds)
  return all.flatMap(
    ({ admissionSessionId, specializationId, ties: tieRule, requirements, ...row }) => {
      if (sessions.get(specializationId) !== admissionSessionId) return []
      const { placesBudget, placesFee, special, requires } = row
      const [formula = '', ...ties] = formulasOf(row)
      const { usedGrades } = parseRule(row)
      const fee = feeRules('application', admissionSessionId, specializationId)
      const questions = programmeQuestionsAmong(requirements ?? [])
      return [
        {
          ...{ specializationId, placesBudget, placesFee, special },
          applicationFee: fee.amount,
          ...(fee.exceptions.length > 0 && { feeExceptions: [...fee.exceptions] }),
          ...{ formula, ties, isDrawn: tieRule === 'lot', requires },
          ...{ usedGrades, requiredFields: questions },
          requiredGrades: statedGrades.filter((name) => usedGrades.includes(name)),
          requirements: questions.map(toSentName),
        },
      ]
    },
  )
}

/** Returns the types of reserved places that applicants can choose in these programmes. */
export async function readPlaceKinds(queries: Queries, rules: readonly ProgrammeQuestions[]) {
  if (rules.every(({ special }) => special.length === 0)) return []
  const kinds = await runStatement(
    queries,
    sql`select ${pick(columns(placeKind, 'id', 'name', 'funding'))} from ${placeKind} where ${placeKind.isActive} order by ${placeKind.name}`,
  )
  return offeredPlaceKinds(rules, kinds)
}

/** Returns the facts about ranked programmes that the form needs. */
export async function readRankingFacts(
  queries: Queries,
  texts: Texts,
  sessions: Sessions,
): Promise<RankingFacts> {
  const rules = await readRankingRules(queries, sessions)
  if (rules.length === 0) return emptyFacts
  const usedGrades = rules.flatMap((rule) => rule.usedGrades)
  const sessionIds = [...new Set(sessions.values())].filter((id) => id !== null)
  const questions = await readAnswerGrades(queries, sessionIds, usedGrades)
  return {
    programmes: new Map(
      rules.map(({ specializationId, requiredFields: _, usedGrades: __, ...merit }) => [
        specializationId,
        merit,
      ]),
    ),
    shared: {
      merit: {
        grades: gradeLabels(texts, usedGrades, questions),
        kinds: [...(await readPlaceKinds(queries, rules))],
        questions: questionNames(
          texts,
          rules.flatMap(({ requiredFields }) => requiredFields),
        ),
      },
    },
  }
}
