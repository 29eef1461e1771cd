import type { ChoiceOption } from '../field-type.ts'
import { onlyEnglish } from '../languages.ts'
import type { Registry } from '../registry.ts'
import type { AnyResource } from '../resource.ts'
import { fieldEntries } from '../resource-fields.ts'
import { messageFields, messagesResource } from '../system/messages.ts'
import { createSystemResources } from '../system/system-resources.ts'
import type { Role } from '../vocabulary.ts'

/**
 * Reports system resources that an application lacks, and their fields that are missing or have
 * another type.
 */
export function systemResourceMistakes({
  find,
  adminRole,
}: Pick<Registry, 'find' | 'adminRole'>): string[] {
  // Types of fields do not depend on roles.
  const roles = {} as { readonly [R in Role]: ChoiceOption }
  const needed = createSystemResources({
    roles,
    adminRole,
    notificationKinds: {},
    organization: '',
    language: onlyEnglish[0],
    languages: [],
  })
  const messages = find(messagesResource)
  return [
    ...Object.values<AnyResource>(needed as never).flatMap((resource) => {
      const declared = find(resource.name)
      if (!declared)
        return [
          `${resource.name}: missing. Add the resources of createSystemResources() to the registry.`,
        ]
      return fieldEntries(resource).flatMap(([name, { type }]) =>
        declared.fields[name]?.type === type
          ? []
          : [`${resource.name}.${name}: needed by the program, with the type ${type}.`],
      )
    }),
    ...(messages ? messageFields.filter((name) => !messages.fields[name]) : []).map(
      (name) => `${messagesResource}.${name}: needed by the inbox and the unread counts.`,
    ),
  ]
}

/**
 * Reports roles of the registry that no account can have, because createSystemResources() did not
 * receive them. Any line prevents startup.
 */
export function roleMistakes({ find, roles }: Pick<Registry, 'find' | 'roles'>): string[] {
  const field = find('users')?.fields.role
  if (!field || !('choices' in field)) return []
  const known = Object.keys(field.choices)
  return roles
    .filter((role) => !known.includes(role))
    .map(
      (role) =>
        `users.role: the role "${role}" is missing. Add it to \`roles\` of createSystemResources().`,
    )
}
