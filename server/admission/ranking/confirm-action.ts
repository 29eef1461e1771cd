/** Action recorded in the history when a place is confirmed, no matter by whom. */
export const confirmAction = 'confirmPlace'
