import { activationActions } from '@matricola/schema/activation.ts'
import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/**
 * Texts for messages to applicants, with fields such as `{{firstName}}`; see
 * `admission/template-fields.ts`.
 */
export const messageTemplates = defineProgramResource({
  name: 'message-templates',
  path: 'message-templates',
  icon: 'tray',
  title: ['name'],
  fields: {
    name: field.text({ min: 2, max: 80, unique: true, inUniversityLanguage: true }),
    body: field.longText({ min: 1, max: 4000, translated: true, input: 'template' }),
    isActive: field.boolean({ default: true }),
  },
  sections: { general: ['name', 'body', 'isActive'] },
  list: {
    columns: ['name', 'isActive'],
    sort: ['name'],
    filters: ['name', 'isActive'],
    search: ['name'],
  },
  access: { admin: fullAccess, secretary: fullAccess },
  actions: activationActions(['admin', 'secretary']),
  import: { key: ['name'] },
})
