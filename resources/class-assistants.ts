import { activationActions } from '@matricola/schema/activation.ts'
import { fullAccess } from '@matricola/schema/full-access.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

/** Additional teachers of a class. They see its roster but do not enter grades. */
export const classAssistants = defineProgramResource({
  name: 'class-assistants',
  path: 'class-assistants',
  icon: 'professors',
  title: ['professorId', 'classId'],
  fields: {
    classId: field.reference('university-classes', { writeOnce: true }),
    professorId: field.reference('professors', {
      writeOnce: true,
      optionsWhere: { isActive: true },
    }),
    isActive: field.boolean({ default: true }),
  },
  sections: { general: ['classId', 'professorId', 'isActive'] },
  list: {
    columns: ['professorId', 'classId', 'isActive'],
    sort: ['classId', 'professorId'],
    filters: ['classId', 'professorId', 'isActive'],
  },
  unique: [['classId', 'professorId']],
  access: {
    admin: fullAccess,
    secretary: { read: true, export: true },
    professor: { read: { scope: 'recordsOfOwnClasses' } },
    student: { read: { scope: 'recordsOfOwnClasses' } },
  },
  actions: activationActions(['admin']),
  import: { key: ['classId', 'professorId'] },
})
