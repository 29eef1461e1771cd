/** The resources that the server and the console need in every application. */
import type { ChoiceOption } from '../field-type.ts'
import type { Role } from '../vocabulary.ts'
import type { RoleChoices, SystemFacts } from './facts.ts'
import type { TypesByTopic } from './notification-types.ts'
import { defineNotifications } from './notifications.ts'
import { defineSavedViews } from './saved-views.ts'
import { defineSettings } from './settings.ts'
import { defineUsers } from './users.ts'

/**
 * Declares the system resources of one application, which lists them in its registry.
 * `extendResource` adds fields, sections, grants and so on to them.
 */
export const createSystemResources = <const R extends RoleChoices, const T extends TypesByTopic>(
  facts: SystemFacts<R, T>,
) => ({
  users: defineUsers(facts),
  'saved-views': defineSavedViews(facts),
  notifications: defineNotifications(facts),
  settings: defineSettings(facts),
})

/**
 * The system resources without the names of an application's roles and notifications, for code of
 * every application.
 */
export type SystemResources = ReturnType<
  typeof createSystemResources<{ readonly [R in Role]: ChoiceOption }, {}>
>
export type Users = SystemResources['users']
export type SavedViews = SystemResources['saved-views']
