/** Fees of the programmes of admission sessions, with their exceptions by facts about applicants. */
import type { Issue } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  columns,
  expr,
  jsonRows,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import {
  type AdmissionFee,
  admissionFeeOf,
  type FeeRule,
} from '#resources/admission/admission-fee.ts'
import { isPossible } from '#resources/admission/condition-possible.ts'
import { findConditionProblem } from '#resources/admission/form-checks.ts'
import { type FormCondition, formConditionSchema } from '#resources/admission/form-content.ts'
import { type FormFacts, formFacts } from '#resources/admission/form-facts.ts'
import { admissionFees } from '#resources/admission-fees.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { readStoredFacts } from '#server/admission/forms/stored-facts.ts'

const admissionFee = table(admissionFees)
const admissionProgramme = table(admissionProgrammes)

const noFee: FeeRule = { amount: null, exceptions: [] }

/** Returns the fee of a programme in a session. Programmes that are not ranked there have none. */
export type FeeRules = (
  fee: AdmissionFee,
  sessionId: string | null,
  specializationId: string | null,
) => FeeRule

/** Reads the fees of all programmes of the sessions. */
export async function readFeeRules(
  queries: Queries,
  sessionIds: readonly (string | null)[],
): Promise<FeeRules> {
  const sessions = [...new Set(sessionIds)].filter((id) => id !== null)
  if (sessions.length === 0) return () => noFee
  const programmes = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(admissionProgramme, 'admissionSessionId', 'specializationId'),
      application: expr<number | null>`${admissionProgramme.applicationFee}::float8`,
      confirmation: expr<number | null>`${admissionProgramme.confirmationFee}::float8`,
      exceptions: jsonRows(
        sql`select ${pick({ ...columns(admissionFee, 'fee', 'when'), amount: expr<number>`${admissionFee.amount}::float8` })} from ${admissionFee}
         where ${admissionFee.admissionSessionId} = ${admissionProgramme.admissionSessionId} and ${admissionFee.isActive}
         and (${admissionFee.specializationId} is null or ${admissionFee.specializationId} = ${admissionProgramme.specializationId})
         order by ${admissionFee.position}, ${admissionFee.createdAt}, ${admissionFee.id}`,
      ),
    })} from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = any(${sessions}::uuid[])`,
  )
  const keyOf = (sessionId: string | null, programmeId: string | null) =>
    `${sessionId} ${programmeId}`
  const byProgramme = new Map(
    programmes.map(({ admissionSessionId, specializationId, exceptions, ...amounts }) => {
      const ruleOf = (fee: AdmissionFee): FeeRule => ({
        amount: amounts[fee],
        exceptions: exceptions.flatMap((one) =>
          one.fee === fee
            ? [{ when: JSON.parse(one.when) as FormCondition, amount: one.amount }]
            : [],
        ),
      })
      const rules = { application: ruleOf('application'), confirmation: ruleOf('confirmation') }
      return [keyOf(admissionSessionId, specializationId), rules] as const
    }),
  )
  return (fee, sessionId, programmeId) =>
    byProgramme.get(keyOf(sessionId, programmeId))?.[fee] ?? noFee
}

/**
 * Returns the fee of an application that is sent now: the highest of its programmes; null if none
 * has one.
 */
export async function readHighestFee(
  queries: Queries,
  {
    sessionId,
    programmeIds,
    facts,
  }: {
    readonly sessionId: string | null
    readonly programmeIds: readonly string[]
    readonly facts: FormFacts
  },
): Promise<number | null> {
  const rules = await readFeeRules(queries, [sessionId])
  const fees = programmeIds.map((id) => admissionFeeOf(rules('application', sessionId, id), facts))
  return Math.max(...fees.map((fee) => fee ?? 0)) || null
}

/** A programme in which an application has a place, or may get one. */
interface PlaceOfApplication {
  readonly id: string
  readonly sessionId: string | null
  readonly specializationId: string | null
}

/** Returns a function for the confirmation fees of these places; null for places without one. */
export async function readPlaceFees(
  queries: Queries,
  places: readonly PlaceOfApplication[],
): Promise<(place: PlaceOfApplication) => number | null> {
  const rules = await readFeeRules(
    queries,
    places.map(({ sessionId }) => sessionId),
  )
  const ruleOf = ({ sessionId, specializationId }: PlaceOfApplication) =>
    rules('confirmation', sessionId, specializationId)
  const ids = places.flatMap((place) => (ruleOf(place).exceptions.length > 0 ? [place.id] : []))
  const facts = await readStoredFacts(queries, [...new Set(ids)])
  return (place) => {
    const known = facts.get(place.id)
    return known ? admissionFeeOf(ruleOf(place), known) : ruleOf(place).amount
  }
}

/** Returns why a text is not a condition that applicants can meet; null if it is one. */
export function findFeeConditionIssue(text: string): Issue | null {
  const condition = parseCondition(text)
  if (!condition || findConditionProblem(condition, formFacts))
    return { code: 'admissionFee.condition' }
  return isPossible(condition, formFacts, new Set()) ? null : { code: 'admissionFee.neverHolds' }
}

function parseCondition(text: string): FormCondition | null {
  try {
    return formConditionSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
