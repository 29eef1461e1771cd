import type { Role } from '@matricola/schema/vocabulary.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { RowRefusal } from '@matricola/server/records/batch/types.ts'
import {
  changesAnyOf,
  type PlannedWrite,
  prepareEach,
  type ResourceCode,
  type WriteDraft,
} from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { raw, sqlTextWith } from '@matricola/server/sql/typed.ts'
import { identityIssues } from '#resources/admission/identity-check.ts'
import { classEnrolments } from '#resources/class-enrolments.ts'
import type { students } from '#resources/students.ts'
import { createEnrolmentWriter } from '#server/classes/enrolment-writer.ts'
import { fieldsAffectingClasses, updateClassEnrolments } from '#server/classes/update-enrolments.ts'
import {
  missedClasses,
  missedClassWarnings,
  readStudentWarnings,
} from '#server/classes/warnings.ts'
import { createChargeAction } from '#server/finances/charge.ts'
import { messagePeopleAction } from '#server/messages/message-actions.ts'
import { readCredits, requiredCreditsFor, tooFewCreditsIssue } from './credits.ts'

/**
 * Students. Birth date and sex must match the CNP; a student enrolled from an application is
 * exempt, because an admin may have waived this check there. Promotion and graduation require the
 * credits. Class enrolments follow the group, programme and status.
 */
export const studentHooks = (context: Context): ResourceCode<typeof students> => ({
  actions: {
    promote: { patches: nextStudyYears },
    charge: { workAll: createChargeAction(context) },
    message: messagePeopleAction(context, 'students'),
  },
  prepare: { fields: ['cnp', 'birthDate', 'sex'], work: prepareEach(validatePerson) },
  validate: { fields: ['status'], work: (writes) => graduationIssues(context.database, writes) },
  after: {
    fields: fieldsAffectingClasses,
    onCreate: false,
    async work(queries, events, { reportWrite, addWarning }) {
      const changedStudents = events.flatMap((event) =>
        event.before ? [{ ...event, before: event.before.values }] : [],
      )
      const [first] = changedStudents
      if (!first) return
      reportWrite(classEnrolments.name)
      for (const [id, issues] of await updateClassEnrolments(
        queries,
        createEnrolmentWriter(context, first.permit),
        changedStudents,
      ))
        addWarning(id, issues)
    },
  },
  async detail({ role, language }, { id }) {
    return isStaffRole(role)
      ? {
          warnings: await readStudentWarnings(
            context.database,
            { id, language },
            context.clock.now(),
          ),
        }
      : {}
  },
  selectedDetail: {
    fields: [...fieldsAffectingClasses, 'studyYear', 'academicYearOfEntry'],
    sql: ({ role, language }, row, parameters) =>
      isStaffRole(role)
        ? sqlTextWith(missedClasses(raw(`${row}.id`), context.clock.now(), language), parameters)
        : null,
    // Rows as `missedClasses` selects them.
    read: (names) => ({ warnings: missedClassWarnings(names as string[] | null) }),
  },
})

const isStaffRole = (role: Role) => role === 'admin' || role === 'secretary'

/**
 * Returns each student's next year of study, or a refusal if it was the last year or credits are
 * missing.
 */
async function nextStudyYears(
  queries: Queries,
  promoted: readonly StoredRecord<typeof students>[],
): Promise<ReadonlyMap<string, Values | RowRefusal>> {
  const { rules, credits } = await readCredits(
    queries,
    promoted.map(({ id }) => id),
  )
  return new Map(
    promoted.map(({ id, values }): [string, Values | RowRefusal] => {
      const next = values.studyYear + 1
      const { won = 0, yearsOfStudy = 0 } = credits.get(id) ?? {}
      const required = requiredCreditsFor(next, rules)
      if (next > yearsOfStudy)
        return [id, { verdict: 'state', issues: { studyYear: [{ code: 'year.last' }] } }]
      if (required !== null && won < required)
        return [
          id,
          { verdict: 'state', issues: { studyYear: [tooFewCreditsIssue(won, required)] } },
        ]
      return [id, { studyYear: next }]
    }),
  )
}

/** Requires all credits of the programme for graduation. */
async function graduationIssues(
  queries: Queries,
  writes: readonly PlannedWrite<typeof students>[],
): Promise<readonly FieldIssues[]> {
  const graduateIds = writes.flatMap(({ action, before }) =>
    action === 'graduate' && before ? [before.id] : [],
  )
  if (graduateIds.length === 0) return []
  const { credits } = await readCredits(queries, graduateIds)
  return writes.map(({ action, before }): FieldIssues => {
    const { won = 0, total = 0 } = credits.get(before?.id ?? '') ?? {}
    return action === 'graduate' && won < total ? { status: [tooFewCreditsIssue(won, total)] } : {}
  })
}

function validatePerson({ before, changed, record }: WriteDraft<typeof students>): undefined {
  const isFromApplication = before === null && record.registrationId !== null
  if (isFromApplication || !changesAnyOf(changed, 'cnp', 'birthDate', 'sex')) return
  const fields = identityIssues(record)
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}
