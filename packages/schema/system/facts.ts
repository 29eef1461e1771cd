/** Facts about an application that the system resources need. */
import type { ChoiceOption } from '../field-type.ts'
import type { ByRole, Language, Role } from '../vocabulary.ts'
import { accountNotifications, type TypesByTopic } from './notification-types.ts'

export type RoleChoices = { readonly [role: string]: ChoiceOption }

export interface SystemFacts<R extends RoleChoices, T extends TypesByTopic> {
  /** The application's roles, with the look of each as a choice. */
  readonly roles: R
  /** The role that manages accounts and settings. */
  readonly adminRole: Role
  /** Topics that users can get by email as well or turn off, and the notification types of each. */
  readonly notificationKinds: T
  /**
   * New name of a notification type by its former name. Stored notifications are shown under the
   * new name.
   */
  readonly renamedNotifications?: { readonly [former: string]: T[keyof T][number] }
  /**
   * Name of the organization, and language of its texts and emails, until they are changed in the
   * settings.
   */
  readonly organization: string
  readonly language: Language
  /** Languages of the interface and of emails. */
  readonly languages: readonly Language[]
}

/** Converts words to the choices of a field, in the same order. */
const toChoices = <W extends string>(words: readonly W[]) =>
  Object.fromEntries(words.map((word) => [word, {}])) as { readonly [Word in W]: object }

export const notificationKindChoices = <T extends TypesByTopic>(kinds: T) =>
  toChoices(Object.keys(kinds) as (keyof T & string)[])
export const notificationTypeChoices = <T extends TypesByTopic>(kinds: T) =>
  toChoices<(typeof accountNotifications)[number] | T[keyof T][number]>([
    ...accountNotifications,
    ...Object.values(kinds).flat(),
  ])

/** Gives every role the same grants. */
export const grantEachRole = <const G>(roles: RoleChoices, grants: G) =>
  Object.fromEntries(Object.keys(roles).map((role) => [role, grants])) as ByRole<G>
