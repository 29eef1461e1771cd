/** Questions and documents of programmes, in addition to the fields that every applicant fills in. */
import { invalidInput } from '#model/wire/errors.ts'
import type { Issue } from '#model/wire/wire.ts'
import { askedFields } from '#resources/application-documents.ts'
import { askedBySome, gradesAskedBy, rulesThatAsk } from '#resources/application-form.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { readKinds, readRules } from './intake-merit.ts'

interface Given {
  readonly admissionSessionId: string | null
  /** Chosen programmes, first choice first. */
  readonly programmes: readonly unknown[]
  /** Values by field, including documents. */
  readonly values: Values
  /** Staff may also enter answers to questions that no programme asks. */
  readonly isOffice: boolean
}

const isGiven = (value: unknown) => value !== null && value !== undefined

/**
 * Checks an application against the questions of its programmes. Throws `input.invalid` for a missing answer or document, and
 * for an answer by an applicant that none of the chosen programmes asks for.
 */
export async function demandAsked(queries: Queries, { admissionSessionId, programmes, values, isOffice }: Given): Promise<void> {
  const chosen = programmes.map(String)
  const all = await readRules(queries, new Map(chosen.map((id) => [id, admissionSessionId])))
  const rules = rulesThatAsk(chosen.map((id) => all.find(({ specializationId }) => specializationId === id)))
  const required = rules.flatMap(({ asked }) => asked)
  const issues: { [field: string]: readonly Issue[] } = {}
  for (const name of askedFields) if (required.includes(name) && !isGiven(values[name])) issues[name] = [{ code: 'required' }]
  if (!isOffice) {
    const kinds = (isGiven(values.placeKindId) ? await readKinds(queries, rules) : []).map(({ id }) => id)
    const allowed = [...required, ...gradesAskedBy(rules), ...(rules.length > 0 ? ['fundingPreference'] : [])]
    if (kinds.length > 0) allowed.push('placeKindId')
    for (const name of new Set([...askedFields, ...askedBySome]))
      if (isGiven(values[name]) && !allowed.includes(name)) issues[name] = [{ code: 'field.notApplicable' }]
    if (kinds.length > 0 && !kinds.some((id) => id === values.placeKindId)) issues.placeKindId = [{ code: 'reference.notAllowed' }]
  }
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}
