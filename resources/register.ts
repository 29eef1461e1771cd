/** The names of this application in the types of the packages. */
import type { customErrors } from '#custom/resources/errors.ts'
import type { academicErrors } from './academic/errors.ts'
import type { admissionErrors } from './admission/errors.ts'

declare module '@matricola/schema/register.ts' {
  interface Register {
    readonly errors: keyof typeof academicErrors | keyof typeof admissionErrors | keyof typeof customErrors
  }
}
