/** Fixed ids. */
export const idOf = (number: number) => `0199a000-0000-7000-8000-${String(number).padStart(12, '0')}`
