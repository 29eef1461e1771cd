import type { Report } from '#model/admission/allocation/checker.ts'
import { field } from '#model/field.ts'
import { defineResource } from './define.ts'

const byServer = { optional: true, write: [] } as const
const admins = ['admin'] as const
const count = { min: 0, max: 10_000_000, optional: true, write: [] } as const

/**
 * Drafts of an admission's results. Each is made by the program from what stands in the applications when it is run, and
 * stays as it was made; a person releases one. Steps: `server/university/admission/ranking`.
 */
export const admissionDrafts = defineResource({
  name: 'admission-drafts',
  path: 'admission-drafts',
  icon: 'grades',
  power: 'decisions',
  title: ['admissionRoundId', 'startedAt'],
  gone: ['inputDigest'],
  fields: {
    admissionRoundId: field.reference('admission-rounds', { writeOnce: true }),
    startedAt: field.dateTime(byServer),
    state: field.choice(
      {
        running: { color: 'blue', icon: 'ring' },
        failed: { color: 'red', icon: 'cross' },
        ready: { color: 'violet', icon: 'check' },
        proposed: { color: 'amber', icon: 'clock' },
        released: { color: 'green', icon: 'flag' },
        told: { color: 'green', icon: 'check' },
      },
      { default: 'running' },
    ),
    readyAt: field.dateTime(byServer),
    candidates: field.integer(count),
    placed: field.integer(count),
    /** People whom nobody can rank: their grades are missing or not checked. */
    incomplete: field.integer(count),
    /** Number of things that the checker found against it; with anything but 0 it cannot be released. */
    findings: field.integer(count),
    report: field.data<Report>(),
    /** The university wants two people to agree. */
    needsSecond: field.boolean({ computed: 'needsSecond', quiet: true }),
    proposedAt: field.dateTime(byServer),
    proposedById: field.reference('users', byServer),
    releasedAt: field.dateTime(byServer),
    releasedById: field.reference('users', byServer),
    /** From when applicants are notified; until then it can be taken back as a whole. */
    notifyAt: field.dateTime({ ...byServer, was: 'tellAt' }),
    notifiedAt: field.dateTime({ ...byServer, was: 'toldAt' }),
  },
  sections: {
    general: ['admissionRoundId', ['startedAt', 'readyAt'], 'state', ['candidates', 'placed'], ['incomplete', 'findings']],
    release: [
      ['proposedAt', 'proposedById'],
      ['releasedAt', 'releasedById'],
      ['notifyAt', 'notifiedAt'],
    ],
  },
  list: {
    columns: ['startedAt', 'admissionRoundId', 'state', 'candidates', 'placed', 'incomplete', 'findings'],
    sort: ['-startedAt'],
    filters: ['admissionRoundId', 'state', 'startedAt'],
  },
  access: { admin: { read: true, create: true, update: true, history: true }, secretary: { read: true, create: true } },
  workflow: {
    field: 'state',
    initial: 'running',
    stamps: 'startedAt',
    byServer: ['failed', 'ready', 'proposed', 'released', 'told'],
    transitions: {
      /** First of two people, where the university wants two to agree. */
      propose: {
        from: ['ready'],
        to: 'proposed',
        when: { not: { needsSecond: { eq: false } } },
        roles: admins,
        on: ['row'],
        stamps: ['proposedAt', 'proposedById'],
      },
      release: {
        from: ['ready', 'proposed'],
        to: 'released',
        roles: admins,
        on: ['row'],
        stamps: ['releasedAt', 'releasedById'],
        tone: 'primary',
      },
      /** As a whole, while nobody has been told. */
      takeBack: { from: ['proposed', 'released'], to: 'ready', roles: admins, on: ['row'], tone: 'danger' },
    },
  },
})
