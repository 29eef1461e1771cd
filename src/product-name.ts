/** The same in every language. */
export const productName = 'Matricola'
