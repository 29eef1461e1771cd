import { languageChoices } from '@matricola/schema/languages.ts'
import type { CertificateContent } from '#resources/academic/certificate.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'
import { languages } from './languages.ts'
import { ownStudentGrant } from './own-record-grants.ts'

const staffAccess = {
  read: true,
  create: true,
  act: true,
  history: true,
  bulk: true,
  export: true,
} as const

/**
 * Certificates and transcripts, with a code that anyone can verify. Their contents never change; a
 * wrong one is revoked.
 */
export const certificates = defineProgramResource({
  name: 'certificates',
  path: 'certificates',
  icon: 'documents',
  title: ['code'],
  fields: {
    studentId: field.reference('students', {
      writeOnce: true,
      write: ['admin', 'secretary'],
      setByServer: true,
    }),
    kind: field.choice(
      { certificate: { color: 'blue' }, transcript: { color: 'violet' } },
      { writeOnce: true },
    ),
    language: field.choice(languageChoices(languages), {
      writeOnce: true,
      default: 'ro',
      variesByInstallation: true,
    }),
    purpose: field.text({ max: 160, optional: true, writeOnce: true }),
    code: field.text({ max: 20, unique: true, write: [], setByServer: true }),
    issuedAt: field.dateTime({ write: [] }),
    status: field.choice(
      { valid: { color: 'green', icon: 'check' }, revoked: { color: 'red', icon: 'cross' } },
      { default: 'valid' },
    ),
    revokeReason: field.text({
      min: 3,
      max: 300,
      optional: true,
      write: [],
      read: ['admin', 'secretary'],
    }),
    /** Contents, visible only in the PDF. */
    content: field.data<CertificateContent>({ read: [] }),
  },
  sections: {
    general: ['studentId', ['kind', 'language'], 'purpose'],
    issued: ['code', 'issuedAt', 'status', 'revokeReason'],
  },
  list: {
    columns: ['code', 'studentId', 'kind', 'purpose', 'issuedAt', 'status'],
    sort: ['-issuedAt'],
    filters: ['studentId', 'kind', 'code', 'issuedAt', 'status'],
    facets: ['kind', 'status'],
    search: ['code', 'purpose'],
    searchThrough: ['studentId'],
  },
  access: {
    admin: staffAccess,
    secretary: staffAccess,
    student: { read: ownStudentGrant, create: true },
  },
  workflow: {
    field: 'status',
    initial: 'valid',
    stamps: 'issuedAt',
    transitions: {
      revoke: {
        from: ['valid'],
        to: 'revoked',
        roles: ['admin', 'secretary'],
        input: ['revokeReason'],
        requires: ['revokeReason'],
        tone: 'danger',
      },
    },
  },
})
