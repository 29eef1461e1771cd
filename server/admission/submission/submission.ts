import { randomInt } from 'node:crypto'
import { invalidInput } from '#model/errors.ts'
import { referenceCodeOf } from '#model/reference-code.ts'
import { addEvent } from '#server/admission/events.ts'
import type { Context } from '#server/context.ts'
import type { Queries } from '#server/database/database.ts'
import type { PlannedWrite, Prepared, WriteEvent } from '#server/records/lifecycles.ts'
import { personIssues } from './submission-check.ts'

/** What the program adds to a new application. Throws `input.invalid` where the identity contradicts itself. */
export async function prepareSubmission({ clock, database }: Context, { record }: PlannedWrite): Promise<Prepared> {
  const issues = personIssues(record, clock.now())
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
  const [settings] = await database.query<{ admission_session_id: string }>('select admission_session_id from settings')
  return {
    set: {
      referenceCode: await freeReference(database),
      admissionSessionId: settings?.admission_session_id ?? null,
      status: 'submitted',
      submittedAt: record.submittedAt ?? clock.now().toISOString(),
    },
  }
}

/** A code that nobody has yet: of ten million, a season's thousands meet now and then. */
async function freeReference(queries: Queries): Promise<string> {
  for (;;) {
    const code = referenceCodeOf(String(randomInt(10_000_000)).padStart(7, '0'))
    const taken = await queries.query('select 1 from registrations where reference_code = $1', [code])
    if (taken.length === 0) return code
  }
}

/** The first entry of the timeline, in the transaction that stores the application. */
export async function recordSubmission(_context: Context, queries: Queries, { id, permit, record, at }: WriteEvent): Promise<void> {
  const by = permit.caller ? ({ kind: 'staff', actor: permit.actor } as const) : ({ kind: 'applicant' } as const)
  const common = { registrationId: id, at: new Date(at) }
  await addEvent(queries, { ...common, type: 'submitted', by, to: 'submitted', visibleFrom: new Date(at) })
  if (record.isDuplicate === true) await addEvent(queries, { ...common, type: 'duplicateWarning', by: { kind: 'system' } })
}
