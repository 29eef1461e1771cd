/** Name of the change in the history, whoever makes it. */
export const confirmAction = 'confirmPlace'
