import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/**
 * Rounds of an admission session. Each allocates the free places, with deadlines for appeals and
 * for confirming places.
 */
export const admissionRounds = defineProgramResource({
  name: 'admission-rounds',
  path: 'admission-rounds',
  icon: 'clock',
  title: ['name'],
  fields: {
    admissionSessionId: field.reference('admission-sessions', { writeOnce: true }),
    name: field.text({ min: 2, max: 80, translated: true }),
    number: field.integer({ min: 1, max: 20 }),
    resultsOn: field.date({ optional: true }),
    appealUntil: field.date({ optional: true }),
    /** Last day for confirming a place. */
    confirmBy: field.date({ optional: true }),
    /** When applicants were last notified of a moved date, and how many. */
    applicantsNotifiedAt: field.dateTime({ optional: true, write: [] }),
    applicantsNotified: field.integer({ min: 0, max: 10_000_000, optional: true, write: [] }),
    drafts: field.many('admission-drafts', 'admissionRoundId'),
  },
  sections: {
    general: ['admissionSessionId', ['name', 'number'], ['resultsOn', 'appealUntil'], 'confirmBy'],
  },
  rules: {
    confirmsAfterResults: {
      check: {
        or: [
          { resultsOn: { isNull: true } },
          { confirmBy: { isNull: true } },
          { confirmBy: { gte: { value: 'resultsOn' } } },
        ],
      },
      field: 'confirmBy',
    },
  },
  list: {
    columns: ['name', 'admissionSessionId', 'number', 'resultsOn', 'confirmBy'],
    sort: ['admissionSessionId', 'number'],
    filters: ['admissionSessionId', 'number'],
  },
  unique: [['admissionSessionId', 'number']],
  access: { admin: fullAccess, secretary: { read: true, export: true } },
  import: { key: ['admissionSessionId', 'number'] },
})
