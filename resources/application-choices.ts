import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'
import { registrations } from './registrations.ts'

/** Choices of an application after the first, which is stored in the application itself. */
export const applicationChoices = defineProgramResource({
  name: 'application-choices',
  path: 'application-choices',
  icon: 'registrations',
  title: ['registrationId', 'position'],
  fields: {
    registrationId: field.reference('registrations', { writeOnce: true }),
    /** Starts at 2: the first choice is in the application. */
    position: field.integer({ min: 2, max: 20 }),
    specializationId: field.reference('specializations', { optionsWhere: { isActive: true } }),
    fundingPreference: field.choice(registrations.fields.fundingPreference.choices, {
      default: 'budget_then_fee',
    }),
  },
  sections: { general: ['registrationId', ['position', 'specializationId'], 'fundingPreference'] },
  list: {
    columns: ['registrationId', 'position', 'specializationId', 'fundingPreference'],
    sort: ['registrationId', 'position'],
    filters: ['registrationId', 'specializationId', 'position'],
  },
  unique: [
    ['registrationId', 'position'],
    ['registrationId', 'specializationId'],
  ],
  access: { admin: fullAccess, secretary: fullAccess },
  import: { key: ['registrationId', 'position'] },
})
