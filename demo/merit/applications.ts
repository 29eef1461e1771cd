/** An application to merit-based programmes, with its further choices. */
import { toReferenceCode } from '#resources/admission/reference-code.ts'
import { makeApplicant, submissionFields, type TakenValues } from '../applicants.ts'
import type { Specialization } from '../departments.ts'
import { createUnique, randomDigits } from '../people.ts'
import { createRecordBase, type DemoTools, itemInCycle } from '../rows.ts'
import type { MeritAdmission, MeritApplication, MeritChoice, MeritProgramme } from './places.ts'

export function getSpecializationOf(
  { specializationId }: MeritProgramme,
  specializations: readonly Specialization[],
): Specialization {
  const specialization = specializations.find(({ id }) => id === specializationId)
  if (!specialization) throw new Error('a programme of the demo has no specialization')
  return specialization
}

/** Generates an application sent while the admission was open. Most are sent in its last days. */
export function makeMeritApplication(
  session: MeritAdmission['session'],
  specialization: Specialization,
  taken: TakenValues,
  tools: DemoTools,
): MeritApplication {
  const { random, calendar } = tools
  const [from, until] = [Date.parse(session.opensAt), Date.parse(session.closesAt)]
  const at = Math.floor(from + random.fraction() ** 0.6 * (until - from))
  return {
    ...createRecordBase(tools, at),
    referenceCode: createUnique(
      taken.codes,
      () => toReferenceCode(randomDigits(random, 7)),
      String,
    ),
    ...makeApplicant(specialization, calendar.startYear, taken, tools),
    ...submissionFields(specialization, session.id, at),
  }
}

/** Returns up to two more programmes in order of preference, each with a type of place. */
export function makeFurtherChoices(
  { programmes }: MeritAdmission,
  { id, specializationId, createdAt }: MeritApplication,
  preferences: readonly MeritChoice['fundingPreference'][],
  tools: DemoTools,
): MeritChoice[] {
  const { random } = tools
  const others = programmes.filter((one) => one.specializationId !== specializationId)
  const from = random.between(0, others.length - 1)
  return Array.from({ length: random.pick([0, 1, 1, 2]) }, (_, index) => ({
    ...createRecordBase(tools, Date.parse(createdAt)),
    registrationId: id,
    position: index + 2,
    specializationId: itemInCycle(others, from + index).specializationId,
    fundingPreference: random.pick(preferences),
  }))
}
