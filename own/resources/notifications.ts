/** The notifications that this university adds, by the subject that people can choose: `{ library: ['bookBack'] }`. */
export const ownNotifications = {} as const
