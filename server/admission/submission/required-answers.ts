/** Questions and documents of programmes, in addition to the fields that every applicant fills in. */
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { programmeQuestionFields } from '#resources/application-documents.ts'
import { effectiveRules, programmeSpecificFields, requiredGrades } from '#resources/application-form.ts'
import { readPlaceKinds, readRankingRules } from './ranking-facts.ts'

interface ChosenAnswers {
  readonly admissionSessionId: string | null
  /** Chosen programmes, first choice first. */
  readonly programmes: readonly unknown[]
  /** Whether the session ranks any of them. */
  readonly isRanked: boolean
  /** Values by field, including documents. */
  readonly values: Values
  /** Staff may also enter answers to questions that no programme asks. */
  readonly isStaff: boolean
}

const isGiven = (value: unknown) => value !== null && value !== undefined

/**
 * Checks an application against the questions of its programmes. Throws `input.invalid` for a missing answer or document, and for
 * an applicant's answer to a question that none of the chosen programmes asks.
 */
export async function assertRequiredAnswers(
  queries: Queries,
  { admissionSessionId, programmes, isRanked, values, isStaff }: ChosenAnswers,
): Promise<void> {
  const chosen = programmes.map(String)
  const all = !isRanked ? [] : await readRankingRules(queries, new Map(chosen.map((id) => [id, admissionSessionId])))
  const rules = effectiveRules(chosen.map((id) => all.find(({ specializationId }) => specializationId === id)))
  const required = rules.flatMap(({ requiredFields }) => requiredFields)
  const issues: { [field: string]: readonly Issue[] } = {}
  for (const name of programmeQuestionFields) if (required.includes(name) && !isGiven(values[name])) issues[name] = [{ code: 'required' }]
  if (!isStaff) {
    const kinds = (isGiven(values.placeKindId) ? await readPlaceKinds(queries, rules) : []).map(({ id }) => id)
    const allowed = [...required, ...requiredGrades(rules), ...(rules.length > 0 ? ['fundingPreference'] : [])]
    if (kinds.length > 0) allowed.push('placeKindId')
    for (const name of new Set([...programmeQuestionFields, ...programmeSpecificFields]))
      if (isGiven(values[name]) && !allowed.includes(name)) issues[name] = [{ code: 'field.notApplicable' }]
    if (kinds.length > 0 && !kinds.some((id) => id === values.placeKindId)) issues.placeKindId = [{ code: 'reference.notAllowed' }]
  }
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}
