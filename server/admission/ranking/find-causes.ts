/** Reads what the causes of a draft follow from: the last results that applicants were notified of. */

import { nilId } from '@matricola/schema/paths.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { changeTable } from '@matricola/server/sql/tables.ts'
import {
  columns,
  equalsLiteral,
  expr,
  isoInstant,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { Allocation, Candidate, Quota } from '#resources/admission/allocation/allocation.ts'
import {
  type CauseDetails,
  type CauseSources,
  quotaIdOf,
  tieColumns,
} from '#resources/admission/ranking.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import type { BlockedApplicant } from '#resources/calls/ranking.ts'
import { admissionQuotaTable, admissionResultTable } from '#server/tables/rows.ts'
import type { AllocationInput, RankedApplicant, RankingInput } from './assemble.ts'
import {
  type CauseInput,
  causesOf,
  DifferenceCollector,
  type FoundCause,
  findBlocked,
  othersByGroup,
  type WorseOff,
} from './causes.ts'
import { formulasOf, gradeNames } from './formula.ts'
import type { ResultRow } from './store.ts'

const admissionDraft = table(admissionDrafts)
const admissionRound = table(admissionRounds)
const admissionAppeal = table(admissionAppeals)
const admissionResult = table(admissionResultTable)
const admissionQuota = table(admissionQuotaTable)
const change = table(changeTable)

const resultsAtOnce = 4000

interface CauseSearch {
  readonly sessionId: string
  readonly input: RankingInput
  readonly found: AllocationInput
  readonly rows: readonly ResultRow[]
  /** The places of the draft. */
  readonly won: Allocation['won']
  /** Allocates places; called at most seven times. */
  allocate(
    candidates: readonly Candidate[],
    quotas: readonly Quota[],
  ): Promise<Pick<Allocation, 'won'>>
}

interface FoundCauses {
  readonly causes: ReadonlyMap<string, FoundCause>
  /** Null if nobody is worse off. */
  readonly sources: CauseSources | null
  readonly blocked: readonly BlockedApplicant[]
}

const maxSources = 10

/**
 * Returns the cause for every applicant whose place becomes worse or is withdrawn, with the
 * applicants whose data differ, and the applicants who would have a place but for a confirmed one.
 * Leaves out those who prefer the new place, and those who cannot be ranked: what is missing is the
 * cause.
 */
export async function findCauses(
  queries: Queries,
  { sessionId, input, found, rows, won, allocate }: CauseSearch,
): Promise<FoundCauses> {
  const worseOff = rows.flatMap((row) => worseOffIn(row, found))
  const needsEarlierResults = worseOff.length > 0 || found.candidates.some(({ holds }) => holds)
  const draft = needsEarlierResults ? await findNotifiedDraft(queries, sessionId) : null
  if (!draft) return { causes: new Map(), sources: null, blocked: [] }
  const quotas = await readQuotas(queries, draft.id)
  const formulas = new Map(input.programmes.map((one) => [one.specializationId, formulasOf(one)]))
  const collector = new DifferenceCollector(found.listed, {
    quotas: found.quotas,
    kept: new Set(worseOff.map(({ id }) => id)),
  })
  await addResults(queries, draft.id, { quotas, collector })
  const causeInput: CauseInput = {
    ...{ worseOff, candidates: found.candidates, quotas: found.quotas },
    differences: collector.result(),
    earlierPlaces: new Map(quotas.map(({ id, places }) => [id, places])),
    appellants: await readAppellants(queries, sessionId, draft.startedAt),
    rulesDiffer: quotas.some(({ specializationId, formulas: before }) => {
      const now = formulas.get(specializationId)
      return now !== undefined && now.join('\n') !== before.join('\n')
    }),
  }
  const causes = await causesOf(causeInput, allocate)
  return {
    causes: await withGrades(queries, causes, {
      ...{ since: draft.startedAt, applicants: input.applicants },
    }),
    sources: worseOff.length === 0 ? null : sourcesOf(causeInput),
    // With another formula, averages cannot be compared.
    blocked: causeInput.rulesDiffer ? [] : await findBlocked(causeInput, won, allocate),
  }
}

function sourcesOf(input: CauseInput): CauseSources {
  const { appealUpheld, gradeCorrected, applications } = othersByGroup(input)
  const first = (ids: ReadonlySet<string>) => ({
    ids: [...ids].toSorted().slice(0, maxSources),
    total: ids.size,
  })
  return {
    appealUpheld: first(appealUpheld),
    gradeCorrected: first(gradeCorrected),
    applications: first(applications),
  }
}

function worseOffIn(
  { id, change: kind, from, choice, candidate, ineligible }: ResultRow,
  { listed }: AllocationInput,
): WorseOff[] {
  if (candidate === null || from === null) return []
  if (kind !== 'nowFeePaying' && kind !== 'down' && kind !== 'lost') return []
  const fromId = quotaIdOf(from.specializationId, from.kind)
  const fromIndex = listed[candidate]?.choices.findIndex(({ quota }) => quota === fromId) ?? -1
  const isPreferred = choice !== null && choice - 1 < fromIndex
  return isPreferred ? [] : [{ id, from: fromId, isIneligible: ineligible !== null }]
}

/** Returns the last draft of a session that applicants were notified of; null if there is none. */
async function findNotifiedDraft(queries: Queries, sessionId: string) {
  const [draft] = await runStatement(
    queries,
    sql`select ${pick({ id: admissionDraft.id, startedAt: expr<string>`${isoInstant(admissionDraft.startedAt)}` })} from ${admissionDraft} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
     where ${admissionRound.admissionSessionId} = ${sessionId} and ${equalsLiteral(admissionDraft.state, 'notified')} order by ${admissionDraft.notifiedAt} desc, ${admissionDraft.id} limit 1`,
  )
  return draft ?? null
}

type EarlierQuota = Awaited<ReturnType<typeof readQuotas>>[number]

async function readQuotas(queries: Queries, draftId: string) {
  const rows = await runStatement(
    queries,
    sql`select ${pick({ ...columns(admissionQuota, 'number', 'kind', 'places', 'formulas'), specializationId: admissionQuota.specialization_id })} from ${admissionQuota} where ${admissionQuota.draft_id} = ${draftId}`,
  )
  return rows.map((row) => ({ ...row, id: quotaIdOf(row.specializationId, row.kind) }))
}

/** Passes the results of a draft to the collector, a page at a time, since they are numerous. */
export async function addResults(
  queries: Queries,
  draftId: string,
  {
    quotas,
    collector,
  }: { readonly quotas: readonly EarlierQuota[]; readonly collector: DifferenceCollector },
): Promise<void> {
  const idByNumber = new Map(quotas.map(({ number, id }) => [number, id]))
  for (let last: string | undefined = nilId; last !== undefined; ) {
    const page = await readResultsAfter(queries, draftId, last)
    for (const { id, quotas: numbers, averages, specialization_id, kind, ...ties } of page)
      collector.add({
        id,
        won: specialization_id && kind ? quotaIdOf(specialization_id, kind) : null,
        choices: numbers.map((number, at) => {
          const values = tieColumns.map((column) => ties[column][at] ?? null)
          return {
            quota: idByNumber.get(number) ?? '',
            keys: [averages[at] ?? 0, ...values.filter((value) => value !== null)],
          }
        }),
      })
    last = page.length < resultsAtOnce ? undefined : page.at(-1)?.id
  }
}

const readResultsAfter = (queries: Queries, draftId: string, last: string) =>
  runStatement(
    queries,
    sql`select ${pick({
      id: admissionResult.registration_id,
      ...columns(admissionResult, 'specialization_id', 'kind', 'quotas', 'averages'),
      ...columns(admissionResult, ...tieColumns),
    })} from ${admissionResult} where ${admissionResult.draft_id} = ${draftId} and ${admissionResult.registration_id} > ${last}::uuid
     order by ${admissionResult.registration_id} limit ${resultsAtOnce}::bigint`,
  )

/** Returns the applicants whose grade was corrected after an appeal since then. */
async function readAppellants(queries: Queries, sessionId: string, since: string) {
  const rows = await runStatement(
    queries,
    sql`select ${pick({ id: admissionAppeal.registrationId })} from ${admissionAppeal} join ${admissionRound} on ${admissionRound.id} = ${admissionAppeal.admissionRoundId}
     where ${admissionRound.admissionSessionId} = ${sessionId} and ${equalsLiteral(admissionAppeal.status, 'changed')} and ${admissionAppeal.answeredAt} > ${since}::timestamptz`,
  )
  return new Set(rows.map(({ id }) => id))
}

interface GradeSearch {
  readonly since: string
  readonly applicants: readonly RankedApplicant[]
}

/** Adds the name and the values of a grade that was the cause, if no other grade was changed. */
async function withGrades(
  queries: Queries,
  causes: ReadonlyMap<string, FoundCause>,
  { since, applicants }: GradeSearch,
): Promise<ReadonlyMap<string, FoundCause>> {
  const ids = [...causes].flatMap(([id, { cause }]) => (cause === 'ownGrade' ? [id] : []))
  if (ids.length === 0) return causes
  const rows = await runStatement(
    queries,
    sql`select ${pick({ id: expr<string>`${change.record_id}`, before: expr<Readonly<Record<string, unknown>>>`${change.before}` })} from ${change}
     where ${change.resource} = 'registrations' and ${change.record_id} = any(${ids}::uuid[]) and ${change.at} > ${since}::timestamptz order by ${change.version} desc`,
  )
  const gradesById = new Map(applicants.map(({ id, grades }) => [id, grades]))
  // The oldest change comes last, so that its values win.
  const valuesBefore = new Map<string, Record<string, unknown>>()
  for (const { id, before } of rows)
    valuesBefore.set(id, Object.assign(valuesBefore.get(id) ?? {}, before))
  return new Map(
    [...causes].map(([id, found]): [string, FoundCause] => {
      if (found.cause !== 'ownGrade') return [id, found]
      const before = valuesBefore.get(id) ?? {}
      const changed = gradeNames.flatMap((grade): CauseDetails[] => {
        const [old, now] = [
          Number(before[grade] ?? Number.NaN),
          Number(gradesById.get(id)?.[grade]),
        ]
        return old !== now && !Number.isNaN(old + now) ? [{ grade, old, new: now }] : []
      })
      const [only, ...others] = changed
      return [id, { ...found, details: only && others.length === 0 ? only : {} }]
    }),
  )
}
