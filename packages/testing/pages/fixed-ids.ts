/** Fixed ids. */
export const fixedId = (number: number) =>
  `0199a000-0000-7000-8000-${String(number).padStart(12, '0')}`
