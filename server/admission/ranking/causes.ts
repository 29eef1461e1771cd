/**
 * Why applicants get a worse place than the one they were notified of, or lose it. Compares the
 * data of a draft with those of the last draft that applicants were notified of, and allocates the
 * places again with one group of differences put back at a time. A group is the cause only if it is
 * the only one that gives the applicant the former place or a better one.
 */
import type {
  AllocatedPlace,
  Allocation,
  Candidate,
  Choice,
  Quota,
} from '#resources/admission/allocation/allocation.ts'
import {
  type CauseDetails,
  type InputGroup,
  parseQuotaId,
  type ResultCause,
} from '#resources/admission/ranking.ts'
import type { BlockedApplicant } from '#resources/calls/ranking.ts'

/** Each run takes about as long as the draft itself. */
const maxRuns = 6

/** Choices of an applicant in the earlier draft, and the values that decided. */
export interface EarlierResult {
  readonly id: string
  readonly choices: readonly Choice[]
  /** The place that the applicant won; null if there was none. */
  readonly won: string | null
}

/** Differences from the earlier draft, by candidate. */
export interface InputDifferences {
  /** Results of the earlier draft, for candidates who differ and for those who are worse off. */
  readonly earlier: ReadonlyMap<string, EarlierResult>
  readonly keys: ReadonlySet<string>
  readonly choices: ReadonlySet<string>
  /** Candidates who were not ranked in the earlier draft. */
  readonly added: ReadonlySet<string>
}

/** Compares results of the earlier draft one by one, and keeps only those that differ. */
export class DifferenceCollector {
  readonly #earlier = new Map<string, EarlierResult>()
  readonly #keys = new Set<string>()
  readonly #choices = new Set<string>()
  readonly #added: Set<string>
  readonly #candidates: ReadonlyMap<string, Candidate>
  readonly #quotaIds: ReadonlySet<string>
  readonly #kept: ReadonlySet<string>

  /** `kept`: candidates whose earlier result is needed even if it is the same. */
  constructor(
    candidates: readonly Candidate[],
    { quotas, kept }: { readonly quotas: readonly Quota[]; readonly kept: ReadonlySet<string> },
  ) {
    this.#candidates = new Map(candidates.map((candidate) => [candidate.id, candidate]))
    this.#quotaIds = new Set(quotas.map(({ id }) => id))
    this.#kept = kept
    // Those who hold a place keep it, so they are never put back.
    this.#added = new Set(candidates.flatMap(({ id, holds }) => (holds ? [] : [id])))
  }

  add(result: EarlierResult): void {
    const { id, choices } = result
    if (choices.length === 0) return
    this.#added.delete(id)
    const now = this.#candidates.get(id)
    if (!now) return
    if (this.#kept.has(id)) this.#earlier.set(id, result)
    const keysById = new Map(now.choices.map((choice) => [choice.quota, choice.keys]))
    const offered = choices.filter(({ quota }) => this.#quotaIds.has(quota))
    // Those who hold a place may have fewer choices, because the others no longer count.
    const hasSameChoices =
      (now.holds ?? null) !== null ||
      (offered.length === now.choices.length &&
        offered.every(({ quota }, at) => quota === now.choices[at]?.quota))
    const hasSameKeys = offered.every(({ quota, keys }) => {
      const keysNow = keysById.get(quota)
      return keysNow === undefined || keysNow.join() === keys.join()
    })
    if (!hasSameChoices) this.#choices.add(id)
    if (!hasSameKeys) this.#keys.add(id)
    if (!hasSameChoices || !hasSameKeys) this.#earlier.set(id, result)
  }

  result(): InputDifferences {
    return {
      earlier: this.#earlier,
      keys: this.#keys,
      choices: this.#choices,
      added: this.#added,
    }
  }
}

/** An applicant who gets a worse place, with the place of before. */
export interface WorseOff {
  readonly id: string
  readonly from: string
  /** Whether a choice is no longer possible because of a condition of its programme. */
  readonly isIneligible: boolean
}

export interface CauseInput {
  readonly candidates: readonly Candidate[]
  readonly quotas: readonly Quota[]
  readonly worseOff: readonly WorseOff[]
  readonly differences: InputDifferences
  /** Places of the earlier draft. */
  readonly earlierPlaces: ReadonlyMap<string, number>
  /** Applicants whose grade was corrected after an appeal. */
  readonly appellants: ReadonlySet<string>
  /** Whether a programme computes its average differently. */
  readonly rulesDiffer: boolean
}

export interface FoundCause {
  readonly cause: ResultCause
  readonly details: CauseDetails | null
}

type Allocate = (
  candidates: readonly Candidate[],
  quotas: readonly Quota[],
) => Promise<Pick<Allocation, 'won'>>

/** A group of differences that is put back. */
interface Run {
  readonly group: InputGroup
  /** Applicants whose data are put back. */
  readonly ids: ReadonlySet<string>
  /** An applicant among them whose data stay. */
  readonly except?: string | undefined
}

/**
 * Returns the cause for everyone who is worse off. At most six runs: first those that many
 * applicants share, then those of single applicants whose own data differ, in the order given.
 * Putting back the data of several such applicants together would say nothing about one of them.
 * Anyone for whom not all runs are possible gets `several`.
 */
export async function causesOf(
  input: CauseInput,
  allocate: Allocate,
): Promise<ReadonlyMap<string, FoundCause>> {
  const { worseOff, differences, rulesDiffer, quotas, earlierPlaces } = input
  const shared = {
    others: othersByGroup(input),
    havePlacesChanged: quotas.some((one) => placesBefore(one, earlierPlaces) !== one.places),
  }
  const runsById = new Map(worseOff.map((one) => [one.id, runsFor(one, input, shared)]))
  const hasOwn = ({ id }: WorseOff) => differences.keys.has(id) || differences.choices.has(id)
  const inOrder = [...worseOff.filter((one) => !hasOwn(one)), ...worseOff.filter(hasOwn)]
  const planned = new Map<string, Run>()
  const examined = inOrder.filter(({ id, from, isIneligible }) => {
    if (rulesDiffer || isIneligible || differences.earlier.get(id)?.won !== from) return false
    const missing = [...(runsById.get(id) ?? [])].filter(([key]) => !planned.has(key))
    if (planned.size + missing.length > maxRuns) return false
    for (const [key, run] of missing) planned.set(key, run)
    return true
  })
  const helped = new Map(worseOff.map(({ id }) => [id, [] as Run[]]))
  for (const [key, run] of planned) {
    const changed = putBack(run, input)
    const { won } = await allocate(changed.candidates, changed.quotas)
    const candidatesById = new Map(changed.candidates.map((one) => [one.id, one]))
    for (const { id, from } of examined)
      if (runsById.get(id)?.has(key) && isAsGood(won.get(id), from, candidatesById.get(id)))
        helped.get(id)?.push(run)
  }
  const examinedIds = new Set(examined.map(({ id }) => id))
  return new Map(
    worseOff.map((one) => {
      const [only, ...others] = helped.get(one.id) ?? []
      const found =
        examinedIds.has(one.id) && only && others.length === 0 ? causeOf(only, one, input) : null
      const groups = new Set([...(runsById.get(one.id)?.values() ?? [])].map(({ group }) => group))
      if (rulesDiffer || one.isIneligible) groups.add('rules')
      return [one.id, found ?? { cause: 'several', details: { groups: [...groups] } }]
    }),
  )
}

/** The applicants in each group of differences of others. */
export function othersByGroup({
  differences,
  appellants,
}: Pick<CauseInput, 'differences' | 'appellants'>) {
  const { keys, choices, added } = differences
  return {
    appealUpheld: new Set([...keys].filter((id) => appellants.has(id))),
    gradeCorrected: new Set([...keys].filter((id) => !appellants.has(id))),
    applications: new Set([...added, ...choices]),
  }
}

/** Returns the runs that could give an applicant the former place, by a name that others share. */
function runsFor(
  { id }: WorseOff,
  { differences }: CauseInput,
  {
    others,
    havePlacesChanged,
  }: {
    readonly others: ReturnType<typeof othersByGroup>
    readonly havePlacesChanged: boolean
  },
): ReadonlyMap<string, Run> {
  const runs = new Map<string, Run>()
  const own = new Set([id])
  if (differences.keys.has(id)) runs.set(`ownGrade ${id}`, { group: 'ownGrade', ids: own })
  if (differences.choices.has(id)) runs.set(`ownChoices ${id}`, { group: 'ownChoices', ids: own })
  for (const group of ['appealUpheld', 'gradeCorrected', 'applications'] as const) {
    const ids = others[group]
    if (!ids.has(id)) {
      if (ids.size > 0) runs.set(group, { group, ids })
    } else if (ids.size > 1) runs.set(`${group} ${id}`, { group, ids, except: id })
  }
  if (havePlacesChanged) runs.set('places', { group: 'places', ids: new Set() })
  return runs
}

const placesBefore = ({ id, places }: Quota, earlierPlaces: ReadonlyMap<string, number>) =>
  earlierPlaces.get(id) ?? places

/** Returns the data of the draft with one group as in the earlier draft. */
export function putBack(
  { group, ids, except }: Run,
  {
    candidates,
    quotas,
    differences,
    earlierPlaces,
  }: Pick<CauseInput, 'candidates' | 'quotas' | 'differences' | 'earlierPlaces'>,
) {
  if (group === 'places')
    return {
      candidates,
      quotas: quotas.map((quota) => ({ ...quota, places: placesBefore(quota, earlierPlaces) })),
    }
  const quotaIds = new Set(quotas.map(({ id }) => id))
  const isForChoices = group === 'ownChoices' || group === 'applications'
  return {
    quotas,
    candidates: candidates.flatMap((candidate) => {
      if (!ids.has(candidate.id) || candidate.id === except) return [candidate]
      const before = differences.earlier.get(candidate.id)?.choices
      // The application could not be ranked before.
      if (!before) return []
      const choices = isForChoices
        ? withKeysOf(
            candidate.choices,
            before.filter(({ quota }) => quotaIds.has(quota)),
          )
        : withKeysOf(before, candidate.choices)
      return [{ ...candidate, choices }]
    }),
  }
}

/** Returns choices with the values of others where those contain the same place. */
function withKeysOf(others: readonly Choice[], choices: readonly Choice[]): readonly Choice[] {
  const keysByQuota = new Map(others.map(({ quota, keys }) => [quota, keys]))
  return choices.map((choice) => ({
    ...choice,
    keys: keysByQuota.get(choice.quota) ?? choice.keys,
  }))
}

function isAsGood(
  place: AllocatedPlace | null | undefined,
  from: string,
  candidate: Candidate | undefined,
): boolean {
  if (!place || !candidate) return false
  if (place.quota === from) return true
  const indexOf = (quota: string) => candidate.choices.findIndex((one) => one.quota === quota)
  return indexOf(place.quota) < indexOf(from)
}

/** Returns the cause that a group is; null if its text would not be true of all differences in it. */
function causeOf(
  { group, except }: Run,
  { from }: WorseOff,
  { quotas, differences, earlierPlaces }: CauseInput,
): FoundCause | null {
  if (group === 'applications')
    return [...differences.choices].some((id) => id !== except)
      ? null
      : { cause: 'applicationAdded', details: null }
  if (group !== 'places')
    return group === 'rules' ? null : { cause: group, details: group === 'ownGrade' ? {} : null }
  const now = quotas.find(({ id }) => id === from)?.places
  const before = earlierPlaces.get(from)
  const isReduced = now !== undefined && before !== undefined && now < before
  return { cause: 'placesReduced', details: isReduced ? { old: before, new: now } : {} }
}

/**
 * Returns the applicants whose grades were corrected to better ones, and who would have a better
 * place if the confirmed places were given by merit too. Holders without an average for their place
 * keep it. At most one run.
 */
export async function findBlocked(
  { candidates, quotas, differences }: Pick<CauseInput, 'candidates' | 'quotas' | 'differences'>,
  won: Allocation['won'],
  allocate: Allocate,
): Promise<readonly BlockedApplicant[]> {
  const corrected = candidates.flatMap(({ id, choices, holds }) => {
    const before = differences.keys.has(id) && !holds && differences.earlier.get(id)?.choices
    if (!before || won.get(id)?.choice === 0) return []
    const keysBefore = new Map(before.map(({ quota, keys }) => [quota, keys]))
    const improved = choices.filter(({ quota, keys }) =>
      isBetter(keys, keysBefore.get(quota) ?? keys),
    )
    return improved.length > 0
      ? [{ id, improved: new Set(improved.map(({ quota }) => quota)) }]
      : []
  })
  if (corrected.length === 0) return []
  const free = await allocate(
    candidates.map((candidate) =>
      candidate.choices.some(({ quota }) => quota === candidate.holds)
        ? { ...candidate, holds: null }
        : candidate,
    ),
    quotas,
  )
  return corrected.flatMap(({ id, improved }) => {
    const place = free.won.get(id)
    const now = won.get(id)
    return place && improved.has(place.quota) && (!now || place.choice < now.choice)
      ? [{ registrationId: id, ...parseQuotaId(place.quota) }]
      : []
  })
}

/** Whether an average with its tie-breakers precedes another one. */
function isBetter(keys: readonly number[], others: readonly number[]): boolean {
  const at = keys.findIndex((key, index) => key !== others[index])
  return at !== -1 && (keys[at] ?? 0) > (others[at] ?? 0)
}
