import { field } from '#model/field.ts'
import { defineResource } from '#model/resource.ts'

const byCnp = { identityType: { eq: 'cnp' } } as const
const byOther = { identityType: { ne: 'cnp' } } as const

/**
 * Applications for admission. Fields: domain model, 3.1; statuses on the wire: specification, section 4, in the order of
 * the process. Staff read them; nobody is granted to write them before applicants can send their form.
 */
export const registrations = defineResource({
  name: 'registrations',
  path: 'registrations',
  paths: { list: 'registrations/list' },
  icon: 'registrations',
  title: ['lastName', 'firstName'],
  fields: {
    referenceCode: field.text({ min: 10, max: 10, pattern: 'code', unique: true, writeOnce: true }),
    lastName: field.text({ max: 80, pattern: 'personName' }),
    firstName: field.text({ max: 80, pattern: 'personName' }),
    identityType: field.choice({ cnp: {}, passport: {}, eu_id: {} }, { default: 'cnp' }),
    cnp: field.nationalId({ optional: true }),
    foreignIdNumber: field.text({ min: 5, max: 20, pattern: 'code', optional: true }),
    birthDate: field.date({ max: 'today' }),
    sex: field.choice({ F: {}, M: {} }),
    /** Countries are ISO 3166-1 codes, counties the letters of ISO 3166-2 after `RO-`. */
    citizenship: field.text({ min: 2, max: 2, pattern: 'code', default: 'RO' }),
    country: field.text({ min: 2, max: 2, pattern: 'code', default: 'RO' }),
    county: field.text({ min: 1, max: 2, pattern: 'code', optional: true }),
    city: field.text({ min: 2, max: 80 }),
    address: field.text({ min: 5, max: 200 }),
    postalCode: field.text({ min: 3, max: 12, pattern: 'code' }),
    phone: field.phone(),
    personalEmail: field.email(),
    /** In which the applicant is written to. */
    language: field.choice({ en: {}, ro: {}, fr: {}, de: {} }, { default: 'ro' }),
    departmentProfileId: field.reference('departments', { optionsWhere: { isActive: true } }),
    specializationId: field.reference('specializations', {
      optionsWhere: { isActive: true, departmentProfileId: { value: 'departmentProfileId' } },
    }),
    status: field.choice(
      {
        submitted: { color: 'blue', icon: 'tray' },
        under_review: { color: 'violet', icon: 'eye' },
        update_requested: { color: 'amber', icon: 'pencil' },
        in_progress: { color: 'neutral', icon: 'ring' },
        accepted: { color: 'green', icon: 'check' },
        declined: { color: 'red', icon: 'cross' },
      },
      { default: 'submitted' },
    ),
    submittedAt: field.dateTime({}),
  },
  sections: {
    application: ['referenceCode', ['departmentProfileId', 'specializationId'], ['status', 'submittedAt']],
    identity: [['lastName', 'firstName'], 'identityType', ['cnp', 'foreignIdNumber'], ['birthDate', 'sex'], 'citizenship'],
    contact: [['country', 'county'], ['city', 'postalCode'], 'address', ['phone', 'personalEmail'], 'language'],
  },
  form: {
    cnp: { visibleWhen: byCnp, requiredWhen: byCnp },
    foreignIdNumber: { visibleWhen: byOther, requiredWhen: byOther },
    county: { visibleWhen: { country: { eq: 'RO' } }, requiredWhen: { country: { eq: 'RO' } } },
  },
  list: {
    columns: ['lastName', 'firstName', 'referenceCode', 'cnp', 'specializationId', 'status', 'submittedAt'],
    sort: ['-submittedAt'],
    filters: ['status', 'departmentProfileId', 'specializationId', 'submittedAt', 'city', 'cnp'],
    facets: ['status'],
    search: ['lastName', 'firstName', 'referenceCode'],
  },
  access: {
    admin: { read: true },
    secretary: { read: true },
  },
})
