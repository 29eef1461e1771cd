/** The system resources, before the university adds to them. */
import { createSystemResources } from '@matricola/schema/system/system-resources.ts'
import { languages } from './languages.ts'
import { notificationKinds } from './notification-kinds.ts'
import { adminRole } from './roles.ts'

export const system = createSystemResources({
  roles: {
    admin: { color: 'red' },
    secretary: { color: 'violet' },
    professor: { color: 'blue' },
    student: { color: 'green' },
  },
  adminRole,
  notificationKinds,
  renamedNotifications: { gradeContested: 'gradeAppealed' },
  organization: 'Universitatea Matricola',
  language: 'ro',
  languages,
})
