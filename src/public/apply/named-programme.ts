import type { WireIntake } from '#model/admission/wire.ts'
import { programmeParam } from '#model/paths.ts'
import { addressParam } from '../address.ts'
import type { Values } from './draft.ts'

/** The programme that a programme's page opens the form for, where it is still offered. */
export function namedProgramme({ specializations }: WireIntake) {
  const code = addressParam(programmeParam)
  return specializations.find((one) => one.code === code) ?? null
}

/** The answers that the form then begins with. */
export function namedAnswers(intake: WireIntake): Partial<Values> {
  const named = namedProgramme(intake)
  return named ? { departmentProfileId: named.departmentProfileId, specializationId: named.id } : {}
}
