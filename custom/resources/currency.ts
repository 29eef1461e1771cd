/** Currency of money fields that declare no other. */
export const currency = 'RON'
