import type { WireIntake } from '#model/admission/wire.ts'
import { programmeParam } from '#model/paths.ts'
import { addressParam } from '../address.ts'
import type { Values } from './draft.ts'

/** The answers that a programme's page begins the form with: the programme of the address, where it is still offered. */
export function namedProgramme({ specializations }: WireIntake): Partial<Values> {
  const code = addressParam(programmeParam)
  const named = specializations.find((one) => one.code === code)
  return named ? { departmentProfileId: named.departmentProfileId, specializationId: named.id } : {}
}
