/** Types of notifications, grouped by topic. */

/** Sent regardless of the user's settings, because they concern the security of the account. */
export const accountNotifications = ['passwordChanged', 'newDevice', 'roleChanged'] as const

/** The notification types of each topic. An application adds its own topics (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: applications add to it
export interface NotificationTopics {}
export type NotificationType =
  | (typeof accountNotifications)[number]
  | (NotificationTopics[keyof NotificationTopics] & string)

/** Notification types by topic. */
export type TypesByTopic = { readonly [topic: string]: readonly string[] }
