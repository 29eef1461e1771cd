export const ownNotifications = { library: ['bookLent'] } as const
