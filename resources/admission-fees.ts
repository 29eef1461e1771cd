import { activationActions } from '@matricola/schema/activation.ts'
import { fullAccessExceptImport } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/**
 * Fees for applicants who meet a condition. The first one whose condition holds replaces the amount
 * of the programme; see `admission/admission-fee.ts`.
 */
export const admissionFees = defineProgramResource({
  name: 'admission-fees',
  path: 'admission-fees',
  icon: 'finances',
  title: ['fee', 'admissionSessionId'],
  fields: {
    admissionSessionId: field.reference('admission-sessions', { writeOnce: true }),
    /** Absent: all programmes of the session. */
    specializationId: field.reference('specializations', {
      optional: true,
      optionsWhere: { isActive: true },
    }),
    fee: field.choice({ application: {}, confirmation: {} }, { default: 'application' }),
    /** Zero: no fee. */
    amount: field.money({ min: 0, max: 100_000 }),
    /** Condition over facts about the applicant, as JSON: a predicate over `form-facts.ts`. */
    when: field.longText({
      max: 4000,
      bulk: false,
      input: 'applicantCondition',
      display: 'applicantCondition',
    }),
    /** Fees are tried in this order; of equal ones, the older first. */
    position: field.integer({ min: 1, max: 1000, default: 1 }),
    isActive: field.boolean({ default: true }),
  },
  sections: {
    general: [
      'admissionSessionId',
      'specializationId',
      ['fee', 'amount'],
      'when',
      'position',
      'isActive',
    ],
  },
  list: {
    columns: [
      'admissionSessionId',
      'specializationId',
      'fee',
      'when',
      'amount',
      'position',
      'isActive',
    ],
    sort: ['position'],
    filters: ['admissionSessionId', 'specializationId', 'fee', 'isActive'],
  },
  access: { admin: fullAccessExceptImport, secretary: { read: true, export: true } },
  actions: activationActions(['admin']),
})
