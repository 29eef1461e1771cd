import { extendResource } from '@matricola/schema/extension.ts'
import { defineProgramResource } from './define-program-resource.ts'
import { field } from './field.ts'
import { system } from './system.ts'

/** Accounts. Fields: specification, section 3. */
export const users = defineProgramResource(
  extendResource(system.users, {
    before: { field: 'name' },
    fields: { applicationUserId: field.text({ max: 36, computed: { value: 'id' } }) },
    /**
     * Applications show the names of reviewers. Secretaries may not read anything else about
     * colleagues.
     */
    access: { secretary: { name: { where: { role: { in: ['admin', 'secretary'] } } } } },
  }),
)
