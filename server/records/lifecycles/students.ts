import { identityIssues } from '#model/admission/identity-check.ts'
import { invalidInput } from '#model/errors.ts'
import { notify } from '#server/actions/notify.ts'
import type { Queries } from '#server/database/database.ts'
import type { Verdict } from '../batch-types.ts'
import type { StoredRecord } from '../find.ts'
import type { Lifecycle, PlannedWrite } from '../lifecycles.ts'
import type { Values } from '../storage.ts'

/**
 * A student's birth date and sex are those of the CNP, as far as they are given; throws `input.invalid`. Who comes from
 * an application was looked at there, and may have been let pass. The student is told of every step of the status.
 */
export const studentLifecycle = (): Lifecycle => ({
  serverActions: { promote: { patches: nextYears } },
  beforeCreate: checkPerson,
  beforeUpdate: checkPerson,
  isConcerned: ({ before, changed, record }) => before !== null && 'status' in changed && typeof record.userId === 'string',
  async afterWrite(queries, { before, changed, record, at }) {
    if (!before || !('status' in changed) || typeof record.userId !== 'string') return
    await notify(queries, new Date(at), { type: 'studentStatus', userId: record.userId, link: 'account' })
  },
})

/** The next year of study of each student, by the length of the programme. */
async function nextYears(queries: Queries, students: readonly StoredRecord[]): Promise<ReadonlyMap<string, Values | Verdict>> {
  const programmes = [...new Set(students.map(({ values }) => String(values.specializationId)))]
  const rows = await queries.query<{ id: string; years: number }>(
    'select id, years_of_study as years from specializations where id = any($1::uuid[])',
    [programmes],
  )
  const years = new Map(rows.map((row) => [row.id, row.years]))
  return new Map(
    students.map(({ id, values }) => {
      const next = Number(values.studyYear) + 1
      const isOver = next > (years.get(String(values.specializationId)) ?? 0)
      return [id, isOver ? { verdict: 'state', issues: { studyYear: [{ code: 'year.last' }] } } : { studyYear: next }]
    }),
  )
}

async function checkPerson({ before, changed, record }: PlannedWrite): Promise<undefined> {
  const comesFromApplication = before === null && record.registrationId != null
  if (comesFromApplication) return
  if (!('cnp' in changed || 'birthDate' in changed || 'sex' in changed)) return
  const fields = identityIssues(record)
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}
