/** The names of this application in the types of the packages. */
import type { languages } from './languages.ts'
import type { roles } from './roles.ts'

declare module '@matricola/schema/register.ts' {
  interface Register {
    readonly languages: (typeof languages)[number]
    readonly roles: keyof typeof roles
    readonly powers: 'accounts' | 'settings'
    readonly errors: never
    readonly icons: 'book' | 'card'
  }
}
