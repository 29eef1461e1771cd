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
    setUp: {
      checks: {
        dates: {
          of: 'admission-sessions',
          any: { opensAt: { isNull: false }, closesAt: { isNull: false } },
        },
        rounds: {
          usedWhen: { any: 'admission-programmes' },
          of: 'admission-rounds',
          none: {
            or: [
              { resultsOn: { isNull: true } },
              { appealUntil: { isNull: true } },
              { confirmBy: { isNull: true } },
              { appealUntil: { lt: { value: 'resultsOn' } } },
              { confirmBy: { lt: { value: 'appealUntil' } } },
            ],
          },
        },
        places: {
          usedWhen: { any: 'admission-programmes' },
          of: 'admission-programmes',
          none: { placesBudget: { eq: 0 }, placesFee: { eq: 0 } },
        },
        account: {
          usedWhen: { any: 'admission-fees' },
          of: 'settings',
          any: { bankIban: { isNull: false } },
        },
        contact: {
          of: 'settings',
          any: {
            or: [
              { admissionEmail: { isNull: false } },
              { admissionPhone: { isNull: false } },
              { website: { isNull: false } },
            ],
          },
        },
      },
    },
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
      people: 'assignedToId',
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
