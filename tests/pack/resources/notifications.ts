export const customNotifications = { library: ['bookLent'] } as const
