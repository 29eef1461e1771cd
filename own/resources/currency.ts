/** The currency of amounts whose field names no other. */
export const currency = 'RON'
