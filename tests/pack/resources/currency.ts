export const currency = 'RON'
