import { defineErrors } from '@matricola/schema/wire/errors.ts'

/** Errors of studies, with their HTTP status. */
export const academicErrors = defineErrors({
  'department.inUse': 409,
  'gradeSheet.closed': 409,
  'gradeSheet.changed': 409,
  'gradeSheet.missing': 409,
  'certificate.revoked': 409,
  'resits.notAllowed': 403,
  'charge.settled': 409,
})
