import type { FormContent } from './admission/form-content.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'

const setByProgram = { optional: true, write: [] } as const
const admins = ['admin'] as const

/**
 * Versions of an application form. A version is arranged as a draft and never changes once it is
 * published. Applications keep the version they were sent with. The conditions and effects of the
 * transitions are in `server/admission/forms/version-hooks.ts`.
 */
export const applicationFormVersions = defineProgramResource({
  name: 'application-form-versions',
  path: 'application-form-versions',
  icon: 'registrations',
  title: ['formId', 'number'],
  fields: {
    formId: field.reference('application-forms', { writeOnce: true }),
    number: field.integer({ min: 1, max: 50, write: [], setByServer: true }),
    state: field.choice(
      {
        draft: { color: 'amber', icon: 'pencil' },
        published: { color: 'green', icon: 'check' },
        retired: { color: 'neutral', icon: 'clock' },
      },
      { default: 'draft' },
    ),
    content: field.data<FormContent>(),
    publishedAt: field.dateTime(setByProgram),
    publishedById: field.reference('users', setByProgram),
  },
  sections: { general: ['formId', ['number', 'state'], ['publishedAt', 'publishedById']] },
  list: {
    columns: ['formId', 'number', 'state', 'publishedAt', 'publishedById'],
    sort: ['formId', '-number'],
    filters: ['formId', 'state'],
    facets: ['state'],
  },
  unique: [['formId', 'number']],
  access: {
    admin: {
      read: true,
      create: true,
      act: true,
      history: true,
      export: true,
    },
    secretary: { read: true, export: true },
  },
  workflow: {
    field: 'state',
    initial: 'draft',
    setByServer: ['retired'],
    transitions: {
      /** Retires the version that was published before. */
      publish: {
        from: ['draft'],
        to: 'published',
        roles: admins,
        on: ['row'],
        stamps: ['publishedAt', 'publishedById'],
        tone: 'primary',
      },
      /** Applicants are then asked no questions of this form. */
      retire: { from: ['published'], to: 'retired', roles: admins, on: ['row'], tone: 'danger' },
    },
  },
  actions: {
    /** Replaces the content of a draft. Input: `content`. */
    arrange: {
      on: [],
      roles: admins,
      when: { state: { eq: 'draft' } },
      set: {},
      hasServerCode: true,
      undo: false,
    },
  },
})
