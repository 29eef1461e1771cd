/** Every error and issue code of the university, except those of custom code. */
import { academicErrors } from './academic/errors.ts'
import { academicIssues } from './academic/issues.ts'
import { admissionErrors } from './admission/errors.ts'
import { admissionIssues } from './admission/issues.ts'
import { nationalIdIssues } from './field-types/nationalId/issues.ts'

export const universityErrors = { ...academicErrors, ...admissionErrors }
export const universityIssues: readonly string[] = [
  ...academicIssues,
  ...admissionIssues,
  ...nationalIdIssues,
]
