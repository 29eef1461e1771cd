/** Also in `index.html`. */
export const productName = 'City Library'
