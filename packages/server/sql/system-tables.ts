import type { ChoiceOption } from '@matricola/schema/field-type.ts'
import { onlyEnglish } from '@matricola/schema/languages.ts'
import { createSystemResources } from '@matricola/schema/system/system-resources.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'

/**
 * The system resources without an application's facts and additions: the source of tables in
 * statements of the server, which need only the columns. They belong to no registry. Permits and
 * references need the application's own declarations.
 */
export const {
  users,
  'saved-views': savedViews,
  notifications,
} = createSystemResources({
  // Not part of a statement.
  roles: {} as { readonly [R in Role]: ChoiceOption },
  adminRole: '' as Role,
  notificationKinds: {},
  organization: '',
  language: onlyEnglish[0],
  languages: [],
})
