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
    /** The admission that applications go to; its dates limit when. */
    admissionSessionId: field.reference('admission-sessions', { optional: true }),
    disableUpdates: field.boolean({ default: false }),
    /** Since when applicants cannot change their files: their deadlines move by as long. */
    updatesDisabledAt: field.dateTime({ optional: true, write: [] }),
    /** Days an applicant has to answer, where the request names no other date. */
    updateRequestDays: field.integer({ min: 1, max: 30, default: 5 }),
    /** How long a decision can be undone before the applicant is told. */
    decisionHoldMinutes: field.integer({ min: 0, max: 60, default: 2 }),
    decisionRelease: field.choice({ automatic: {}, manual: {} }, { default: 'automatic' }),
    publicStatus: field.choice({ minimal: {}, code: {}, off: {} }, { default: 'minimal' }),
    /** After how many months the files of declined applications are deleted; the rest of them as many months later again. */
    retentionMonths: field.integer({ min: 1, max: 120, default: 6 }),
    allowExamResit: field.boolean({ default: true }),
    maxStudentsPerCourse: field.integer({ min: 1, max: 1000, default: 30 }),
    notificationEnabled: field.boolean({ default: true }),
    universityName: field.text({ min: 2, max: 120, default: 'Universitatea Matricola' }),
    admissionEmail: field.email({ optional: true }),
    admissionPhone: field.phone({ optional: true }),
    officeHours: field.text({ max: 120, optional: true }),
  },
  sections: {
    admission: ['registrationOpen', 'stopApplicationRequests', 'admissionSessionId', 'publicStatus'],
    review: ['decisionHoldMinutes', 'decisionRelease', 'updateRequestDays', 'disableUpdates', 'retentionMonths'],
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
