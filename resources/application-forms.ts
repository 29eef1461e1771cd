import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'
import { specializations } from './specializations.ts'

/**
 * Forms with the university's own questions, one for each admission session and degree. The
 * questions are in the versions of the form.
 */
export const applicationForms = defineProgramResource({
  name: 'application-forms',
  path: 'application-forms',
  icon: 'registrations',
  title: ['name'],
  fields: {
    name: field.text({ min: 2, max: 80 }),
    admissionSessionId: field.reference('admission-sessions', { writeOnce: true }),
    degree: field.choice(specializations.fields.cycle.choices, { writeOnce: true }),
    formVersions: field.many('application-form-versions', 'formId'),
  },
  sections: { general: ['name', ['admissionSessionId', 'degree']] },
  list: {
    columns: ['name', 'admissionSessionId', 'degree'],
    sort: ['admissionSessionId', 'degree'],
    filters: ['admissionSessionId', 'degree'],
    search: ['name'],
  },
  unique: [['admissionSessionId', 'degree']],
  access: { admin: fullAccess, secretary: { read: true, export: true } },
  import: { key: ['admissionSessionId', 'degree'] },
})
