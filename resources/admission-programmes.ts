import { field } from '#model/field.ts'
import { askedFields } from './application-documents.ts'
import { defineResource } from './define.ts'
import { everything } from './everything.ts'
import { registrations } from './registrations.ts'

const formula = { max: 1000 } as const

/**
 * Programmes whose places go by merit in an admission: how many there are, and how candidates are ranked. One that is not
 * here is decided application by application.
 */
export const admissionProgrammes = defineResource({
  name: 'admission-programmes',
  path: 'admission-programmes',
  icon: 'specializations',
  title: ['specializationId', 'admissionSessionId'],
  fields: {
    admissionSessionId: field.reference('admission-sessions', { writeOnce: true }),
    specializationId: field.reference('specializations', { writeOnce: true, optionsWhere: { isActive: true } }),
    placesBudget: field.integer({ min: 0, max: 10_000, default: 0 }),
    placesFee: field.integer({ min: 0, max: 10_000, default: 0 }),
    /** The admission average, as an expression over the grades of the application; cut after two decimals. */
    formula: field.text({ ...formula, display: 'average', example: '0.8 * baccalaureateAverage + 0.2 * examGrade' }),
    /** Grades that decide between equal averages, one after the other. */
    firstTie: field.text({ ...formula, display: 'tie', example: 'baccalaureateAverage', optional: true }),
    secondTie: field.text({ ...formula, display: 'tie', example: 'profileGrade', optional: true }),
    /** Fate of those who are level at the last place all the same: admitted together, or by a draw that anybody can repeat. */
    ties: field.choice({ together: {}, lot: {} }, { default: 'together' }),
    /** Owed by who applies with it among the choices: of several the highest, once. Absent: nothing. */
    applicationFee: field.money({ min: 0.01, max: 100_000, optional: true }),
    /** To be paid before a place is confirmed; absent: nothing. */
    confirmationFee: field.money({ min: 0.01, max: 100_000, optional: true }),
    /** Questions and documents of the application that it asks for, beside what everybody sends. */
    asks: field.set(Object.fromEntries(askedFields.map((name) => [name, {}])), {
      optional: true,
      open: true,
      fieldsOf: registrations.name,
    }),
    special: field.many('special-places', 'admissionProgrammeId'),
  },
  sections: {
    general: ['admissionSessionId', 'specializationId', ['placesBudget', 'placesFee'], ['applicationFee', 'confirmationFee'], 'asks'],
    ranking: ['formula', 'firstTie', 'secondTie', 'ties'],
  },
  list: {
    columns: ['specializationId', 'admissionSessionId', 'placesBudget', 'placesFee', 'formula'],
    sort: ['specializationId'],
    filters: ['admissionSessionId', 'specializationId'],
  },
  unique: [['admissionSessionId', 'specializationId']],
  access: { admin: everything, secretary: { read: true, export: true } },
  import: { key: ['admissionSessionId', 'specializationId'] },
})
