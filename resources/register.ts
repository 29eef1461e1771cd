/** The names of this application in the types of the packages. */
import type { customErrors } from '#custom/resources/errors.ts'
import type { universityErrors } from './codes.ts'
import type { FieldTypes } from './field.ts'
import type { universityIconNames } from './icons.ts'
import type { languages } from './languages.ts'
import type { universityPatterns, universityTextFormats } from './patterns.ts'
import type { powers, roles } from './roles.ts'

declare module '@matricola/schema/register.ts' {
  interface Register {
    readonly icons: (typeof universityIconNames)[number]
    readonly fieldTypes: FieldTypes
    readonly patterns: keyof typeof universityPatterns
    readonly textFormats: keyof typeof universityTextFormats
    readonly languages: (typeof languages)[number]
    readonly roles: (typeof roles)[number]
    readonly powers: (typeof powers)[number]
    readonly errors: keyof typeof universityErrors | keyof typeof customErrors
  }
}
