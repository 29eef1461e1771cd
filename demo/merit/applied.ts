/** An application in an admission by merit, and its further choices. */
import { referenceCodeOf } from '#model/values/reference-code.ts'
import { makeApplicant, sentTo, type Taken } from '../applicants.ts'
import type { Specialization } from '../departments.ts'
import { digits, fresh } from '../people.ts'
import { around, born, type Tools } from '../rows.ts'
import type { Applied, ChoiceRow, Merit, MeritProgramme } from './places.ts'

export function specializationOf({ specializationId }: MeritProgramme, specializations: readonly Specialization[]): Specialization {
  const specialization = specializations.find(({ id }) => id === specializationId)
  if (!specialization) throw new Error('a programme of the demo has no specialization')
  return specialization
}

/** Generates an application sent while the admission was open. Most are sent in its last days. */
export function sentIn(session: Merit['session'], specialization: Specialization, taken: Taken, tools: Tools): Applied {
  const { random, calendar } = tools
  const [from, until] = [Date.parse(session.opensAt), Date.parse(session.closesAt)]
  const at = Math.floor(from + random.share() ** 0.6 * (until - from))
  return {
    ...born(tools, at),
    referenceCode: fresh(taken.codes, () => referenceCodeOf(digits(random, 7)), String),
    ...makeApplicant(specialization, calendar.startYear, taken, tools),
    ...sentTo(specialization, session.id, at),
  }
}

/** Returns up to two more programmes in order of preference, each with a kind of place. */
export function furtherChoices(
  { programmes }: Merit,
  { id, specializationId, createdAt }: Applied,
  preferences: readonly ChoiceRow['fundingPreference'][],
  tools: Tools,
): ChoiceRow[] {
  const { random } = tools
  const others = programmes.filter((one) => one.specializationId !== specializationId)
  const from = random.between(0, others.length - 1)
  return Array.from({ length: random.pick([0, 1, 1, 2]) }, (_, further) => ({
    ...born(tools, Date.parse(createdAt)),
    registrationId: id,
    position: further + 2,
    specializationId: around(others, from + further).specializationId,
    fundingPreference: random.pick(preferences),
  }))
}
