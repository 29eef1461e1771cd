import { activationActions } from '@matricola/schema/activation.ts'
import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/**
 * Types of reserved places, which exist in addition to the general state-funded and fee-paying
 * places.
 */
export const placeKinds = defineProgramResource({
  name: 'place-kinds',
  path: 'place-kinds',
  icon: 'flag',
  title: ['name'],
  fields: {
    name: field.text({ min: 2, max: 80, unique: true, inUniversityLanguage: true }),
    funding: field.choice({ budget: {}, fee: {} }, { default: 'budget' }),
    isActive: field.boolean({ default: true }),
  },
  sections: { general: ['name', 'funding', 'isActive'] },
  list: {
    columns: ['name', 'funding', 'isActive'],
    sort: ['name'],
    filters: ['name', 'funding', 'isActive'],
  },
  access: { admin: fullAccess, secretary: { read: true } },
  actions: activationActions(['admin']),
  import: { key: ['name'] },
})
