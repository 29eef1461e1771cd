import { defineProcess } from '@matricola/schema/process.ts'

/** An admission session, decided one by one or by merit. */
export const admission = defineProcess({
  name: 'admission',
  subject: {
    resource: 'admission-sessions',
    current: { setting: 'admissionSessionId' },
    part: { resource: 'admission-rounds', orderedBy: 'number' },
  },
  dates: [
    { subject: 'opensAt' },
    { subject: 'closesAt' },
    { part: 'resultsOn' },
    { part: 'appealUntil' },
    { part: 'confirmBy' },
    { subject: 'enrolFrom' },
    { subject: 'enrolUntil' },
  ],
  stages: {
    applications: {
      from: { resource: 'registrations' },
      doneWhen: 'any',
      due: { subject: 'closesAt' },
      blocks: { feeDue: {}, emailNotVerified: {}, unanswered: {} },
    },
    review: {
      from: { resource: 'registrations', states: ['submitted', 'in_progress', 'under_review'] },
      doneWhen: 'none',
      after: ['applications'],
      due: { part: 'resultsOn' },
      blocks: { duplicates: { stops: true }, overdue: {}, resubmitted: {} },
    },
    gradesChecked: {
      usedWhen: { any: 'admission-programmes' },
      from: { resource: 'registrations', view: 'toCheck' },
      doneWhen: 'none',
      after: ['applications'],
      due: { part: 'resultsOn' },
    },
    draft: {
      usedWhen: { any: 'admission-programmes' },
      from: {
        resource: 'admission-drafts',
        states: ['ready', 'proposed', 'released', 'notified'],
      },
      doneWhen: 'any',
      after: ['gradesChecked'],
      due: { part: 'resultsOn' },
      next: { create: true },
    },
    results: {
      usedWhen: { any: 'admission-programmes' },
      from: { resource: 'admission-drafts', states: ['released', 'notified'] },
      doneWhen: 'any',
      after: ['draft'],
      due: { part: 'resultsOn' },
      next: { roles: ['admin'] },
    },
    release: {
      unusedWhen: { any: 'admission-programmes' },
      from: { resource: 'registrations', view: 'toRelease' },
      doneWhen: 'none',
      after: ['review'],
    },
    confirm: {
      usedWhen: { any: 'admission-programmes' },
      from: { resource: 'registrations', view: 'toConfirm' },
      doneWhen: 'none',
      after: ['results'],
      due: { part: 'confirmBy' },
    },
    enrol: {
      from: { resource: 'registrations', view: 'toEnrol' },
      doneWhen: 'none',
      after: ['review'],
      due: { subject: 'enrolUntil' },
    },
  },
})
