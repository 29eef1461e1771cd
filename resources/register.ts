/** The names of this application in the types of the packages. */
import type { customErrors } from '#custom/resources/errors.ts'
import type { universityErrors } from './codes.ts'

declare module '@matricola/schema/register.ts' {
  interface Register {
    readonly errors: keyof typeof universityErrors | keyof typeof customErrors
  }
}
