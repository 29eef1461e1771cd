import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'
import { specializations } from './specializations.ts'

/**
 * Admission sessions: periods in which the university accepts applications. The fields follow the
 * domain model in the specification, 3.2.
 */
export const admissionSessions = defineProgramResource({
  name: 'admission-sessions',
  path: 'admission-sessions',
  icon: 'clock',
  title: ['name'],
  fields: {
    name: field.text({ min: 2, max: 80, unique: true, translated: true }),
    /** The academic year in which accepted applicants begin their studies. */
    academicYear: field.text({ max: 9, pattern: 'academicYear' }),
    /** The degree of the programmes that the session offers; absent: all degrees. */
    degree: field.choice(specializations.fields.cycle.choices, { optional: true }),
    /**
     * Accepts applications for its degree concurrently with the current admission session, which
     * accepts all others.
     */
    isConcurrent: field.boolean({
      default: false,
      requiresReauthentication: true,
      renamedFrom: 'isBeside',
    }),
    /** When the session accepts applications; absent: as long as the settings allow. */
    opensAt: field.dateTime({ optional: true, requiresReauthentication: true }),
    closesAt: field.dateTime({ optional: true, requiresReauthentication: true }),
    /** Last day for appeals, if programmes decide one by one. Rounds have their own. */
    appealUntil: field.date({ optional: true }),
    /** Whether the session has rounds. Kept up to date by the hooks of rounds. */
    hasRounds: field.boolean({ default: false, write: [], hideFalse: true }),
    /** The days on which accepted applicants are enrolled. */
    enrolFrom: field.date({ optional: true }),
    enrolUntil: field.date({ optional: true }),
    /**
     * Last day on which places that become free are offered; absent: waiting lists do not end. On
     * the next day, applications without a place are declined.
     */
    waitingEndsOn: field.date({ optional: true, requiresReauthentication: true }),
    /** When applicants were last notified of a moved date, and how many. */
    applicantsNotifiedAt: field.dateTime({ optional: true, write: [] }),
    applicantsNotified: field.integer({ min: 0, max: 10_000_000, optional: true, write: [] }),
    rounds: field.many('admission-rounds', 'admissionSessionId'),
    programmes: field.many('admission-programmes', 'admissionSessionId'),
    registrations: field.many('registrations', 'admissionSessionId'),
  },
  sections: {
    general: [
      'name',
      ['academicYear', 'degree'],
      'isConcurrent',
      ['opensAt', 'closesAt'],
      ['appealUntil', 'waitingEndsOn'],
      ['enrolFrom', 'enrolUntil'],
    ],
  },
  rules: {
    closesAfterOpening: {
      check: {
        or: [
          { opensAt: { isNull: true } },
          { closesAt: { isNull: true } },
          { closesAt: { gt: { value: 'opensAt' } } },
        ],
      },
      field: 'closesAt',
    },
    enrolmentEndsAfterStart: {
      check: {
        or: [
          { enrolFrom: { isNull: true } },
          { enrolUntil: { isNull: true } },
          { enrolUntil: { gte: { value: 'enrolFrom' } } },
        ],
      },
      field: 'enrolUntil',
    },
  },
  form: {
    degree: { requiredWhen: { isConcurrent: { eq: true } } },
    appealUntil: { visibleWhen: { hasRounds: { eq: false } } },
  },
  list: {
    columns: ['name', 'academicYear', 'opensAt', 'closesAt', 'appealUntil'],
    sort: ['-academicYear', 'name'],
    filters: ['name', 'academicYear', 'degree', 'isConcurrent'],
    search: ['name'],
  },
  access: {
    admin: fullAccess,
    secretary: { read: true },
  },
  import: { key: ['name'] },
})
