import { invalidInput } from '#model/errors.ts'
import { possibleBirthDates, sexOf } from '#model/national-id.ts'
import type { Issue } from '#model/wire.ts'
import type { Lifecycle, PlannedWrite } from '../lifecycles.ts'

/** A student's birth date and sex are those of the CNP, as far as they are given. Throws `input.invalid`. */
export const studentLifecycle = (): Lifecycle => ({ beforeCreate: checkPerson, beforeUpdate: checkPerson })

async function checkPerson({ changed, record }: PlannedWrite): Promise<undefined> {
  const { cnp, birthDate, sex } = record
  if (typeof cnp !== 'string' || !('cnp' in changed || 'birthDate' in changed || 'sex' in changed)) return
  const fields: Record<string, Issue[]> = {}
  if (typeof birthDate === 'string' && !possibleBirthDates(cnp).includes(birthDate))
    fields.birthDate = [{ code: 'nationalId.otherBirthDate' }]
  if (typeof sex === 'string' && sexOf(cnp) !== sex) fields.sex = [{ code: 'nationalId.otherSex' }]
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}
