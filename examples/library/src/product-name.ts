export const productName = 'City Library'
