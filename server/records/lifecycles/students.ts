import { invalidInput } from '#model/errors.ts'
import { possibleBirthDates, sexOf } from '#model/national-id.ts'
import type { Issue } from '#model/wire.ts'
import { notify } from '#server/actions/notify.ts'
import type { Lifecycle, PlannedWrite } from '../lifecycles.ts'

/**
 * A student's birth date and sex are those of the CNP, as far as they are given; throws `input.invalid`. The student is
 * told of every step of the status.
 */
export const studentLifecycle = (): Lifecycle => ({
  beforeCreate: checkPerson,
  beforeUpdate: checkPerson,
  async afterWrite(queries, { before, changed, record, at }) {
    if (!before || !('status' in changed) || typeof record.userId !== 'string') return
    await notify(queries, new Date(at), { type: 'studentStatus', userId: record.userId, link: 'account' })
  },
})

async function checkPerson({ changed, record }: PlannedWrite): Promise<undefined> {
  const { cnp, birthDate, sex } = record
  if (typeof cnp !== 'string' || !('cnp' in changed || 'birthDate' in changed || 'sex' in changed)) return
  const fields: Record<string, Issue[]> = {}
  if (typeof birthDate === 'string' && !possibleBirthDates(cnp).includes(birthDate))
    fields.birthDate = [{ code: 'nationalId.otherBirthDate' }]
  if (typeof sex === 'string' && sexOf(cnp) !== sex) fields.sex = [{ code: 'nationalId.otherSex' }]
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}
