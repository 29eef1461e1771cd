/**
 * Custom types of notifications, by the topic that users can subscribe to: `{ library: ['bookBack']
 * }`.
 */
export const customNotifications = {} as const
