import type { AllocationReport } from '#resources/admission/allocation/checker.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

const setByProgram = { optional: true, write: [] } as const
const admins = ['admin'] as const
const count = { min: 0, max: 10_000_000, optional: true, write: [] } as const

/**
 * Results drafts of an admission round. The program computes each draft from the applications at
 * that time and never changes it afterwards. An administrator releases one of them. The conditions
 * and effects of the transitions are in `server/admission/ranking/draft-hooks.ts`.
 */
export const admissionDrafts = defineProgramResource({
  name: 'admission-drafts',
  path: 'admission-drafts',
  icon: 'grades',
  power: 'decisions',
  title: ['admissionRoundId', 'startedAt'],
  removedFields: ['inputDigest'],
  fields: {
    admissionRoundId: field.reference('admission-rounds', { writeOnce: true }),
    startedAt: field.dateTime(setByProgram),
    state: field.choice(
      {
        running: { color: 'blue', icon: 'ring' },
        failed: { color: 'red', icon: 'cross' },
        ready: { color: 'violet', icon: 'check' },
        proposed: { color: 'amber', icon: 'clock' },
        released: { color: 'green', icon: 'flag' },
        notified: { color: 'green', icon: 'check' },
      },
      { default: 'running', renamed: { told: 'notified' } },
    ),
    readyAt: field.dateTime(setByProgram),
    candidates: field.integer(count),
    placed: field.integer(count),
    /** Applications that cannot be ranked because grades are missing or not confirmed. */
    incomplete: field.integer(count),
    /** Number of findings of the checker. The draft can only be released if it is 0. */
    findings: field.integer(count),
    report: field.data<AllocationReport>(),
    /** Whether the release requires two administrators. */
    needsSecond: field.boolean({ computed: 'needsSecond', hideFalse: true }),
    proposedAt: field.dateTime(setByProgram),
    proposedById: field.reference('users', setByProgram),
    releasedAt: field.dateTime(setByProgram),
    releasedById: field.reference('users', setByProgram),
    /** When applicants are notified. Until then the whole release can be reverted. */
    notifyAt: field.dateTime({ ...setByProgram, renamedFrom: 'tellAt' }),
    notifiedAt: field.dateTime({ ...setByProgram, renamedFrom: 'toldAt' }),
  },
  sections: {
    general: [
      'admissionRoundId',
      ['startedAt', 'readyAt'],
      'state',
      ['candidates', 'placed'],
      ['incomplete', 'findings'],
    ],
    release: [
      ['proposedAt', 'proposedById'],
      ['releasedAt', 'releasedById'],
      ['notifyAt', 'notifiedAt'],
    ],
  },
  list: {
    columns: [
      'admissionRoundId',
      'startedAt',
      'state',
      'candidates',
      'placed',
      'incomplete',
      'findings',
    ],
    sort: ['-startedAt'],
    filters: ['admissionRoundId', 'state', 'startedAt'],
  },
  access: {
    admin: { read: true, create: true, update: true, history: true },
    secretary: { read: true, create: true },
  },
  // The page of a draft offers `propose` and `release`, with the names that have to be read.
  workflow: {
    field: 'state',
    initial: 'running',
    stamps: 'startedAt',
    setByServer: ['failed', 'ready', 'proposed', 'released', 'notified'],
    transitions: {
      /** Made by the first of two administrators, if the settings require two. */
      propose: {
        from: ['ready'],
        to: 'proposed',
        when: { not: { needsSecond: { eq: false } } },
        roles: admins,
        on: [],
        stamps: ['proposedAt', 'proposedById'],
        requiresReauthentication: true,
      },
      release: {
        from: ['ready', 'proposed'],
        to: 'released',
        roles: admins,
        on: [],
        stamps: ['releasedAt', 'releasedById'],
        requiresReauthentication: true,
        tone: 'primary',
      },
      /** Reverts the whole release, before anyone is notified. */
      takeBack: {
        from: ['proposed', 'released'],
        to: 'ready',
        roles: admins,
        on: ['row'],
        tone: 'danger',
      },
    },
  },
})
