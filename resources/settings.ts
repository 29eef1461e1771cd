import { field } from '#model/field.ts'
import { defineResource } from '#model/resource.ts'

/** The one record of settings. Keys: specification, section 3; their exact effect: domain rules, section 2.7. */
export const settings = defineResource({
  name: 'settings',
  path: 'settings',
  icon: 'settings',
  single: true,
  title: [],
  fields: {
    registrationOpen: field.boolean({ default: false }),
    stopApplicationRequests: field.boolean({ default: false }),
    disableUpdates: field.boolean({ default: false }),
    allowExamResit: field.boolean({ default: true }),
    maxStudentsPerCourse: field.integer({ min: 1, max: 1000, default: 30 }),
    notificationEnabled: field.boolean({ default: true }),
    universityName: field.text({ min: 2, max: 120, default: 'Universitatea Matricola' }),
    admissionEmail: field.email({ optional: true }),
    admissionPhone: field.phone({ optional: true }),
    officeHours: field.text({ max: 120, optional: true }),
  },
  sections: {
    admission: ['registrationOpen', 'stopApplicationRequests', 'disableUpdates'],
    teaching: ['allowExamResit', 'maxStudentsPerCourse'],
    notifications: ['notificationEnabled'],
    university: ['universityName', 'admissionEmail', 'admissionPhone', 'officeHours'],
  },
  list: { columns: [], sort: [] },
  access: {
    admin: { read: true, update: true, history: true },
    secretary: { read: true },
  },
})
