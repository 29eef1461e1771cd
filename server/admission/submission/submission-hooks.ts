import { randomInt } from 'node:crypto'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Prepared, WriteDraft, WriteEvent } from '@matricola/server/records/hooks.ts'
import { expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { toReferenceCode } from '#resources/admission/reference-code.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { addTimelineEvents, type NewTimelineEvent } from '#server/admission/timeline-events.ts'
import { sessionIdFor } from './current-sessions.ts'
import { personIssues } from './validate-submission.ts'

const specialization = table(specializations)
const registration = table(registrations)

/** Returns the values that the server adds to a new application. Throws `input.invalid` if the identity is inconsistent. */
export async function prepareSubmission({ clock, database }: Context, { record }: WriteDraft<typeof registrations>): Promise<Prepared> {
  const issues = personIssues(record, clock.now())
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
  // There are ten million codes, so collisions do occur among the thousands of applications of a session.
  for (;;) {
    const referenceCode = toReferenceCode(String(randomInt(10_000_000)).padStart(7, '0'))
    const [found] = await runStatement(
      database,
      sql`select ${pick({
        admissionSessionId: sessionIdFor(cycleOf(record.specializationId)),
        isTaken: expr<boolean>`exists (select from ${registration} where ${registration.referenceCode} = ${referenceCode})`,
      })}`,
    )
    if (found && !found.isTaken) return { set: { referenceCode, admissionSessionId: found.admissionSessionId, status: 'submitted' } }
  }
}

const cycleOf = (specializationId: unknown) =>
  expr<string>`(select ${specialization.cycle} from ${specialization} where ${specialization.id} = ${specializationId}::uuid)`

/** Adds the first timeline entries, in the transaction that stores the applications. */
export const recordSubmissions = (queries: Queries, submitted: readonly WriteEvent<typeof registrations>[]): Promise<void> =>
  addTimelineEvents(
    queries,
    submitted.flatMap(({ id, permit, record, at: time }): NewTimelineEvent[] => {
      const at = new Date(time)
      const by = permit.caller ? ({ kind: 'staff', actor: permit.actor } as const) : ({ kind: 'applicant' } as const)
      const first: NewTimelineEvent = { registrationId: id, type: 'submitted', by, at, to: 'submitted', visibleFrom: at }
      if (record.isDuplicate !== true) return [first]
      return [first, { registrationId: id, type: 'duplicateWarning', by: { kind: 'system' }, at }]
    }),
  )
