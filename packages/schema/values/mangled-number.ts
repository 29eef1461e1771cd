/**
 * Whether a spreadsheet has rounded a long number and saved it like `1.23457E+15`. Many different
 * payment, card or personal numbers become the same text that way.
 */
export const isMangledNumber = (text: string) =>
  /^[+-]?\d{1,3}(?:[.,]\d+)?E\+\d{1,3}$/i.test(text.slice(0, 40).trim())

/** Spreadsheets keep fifteen digits, so they cannot tell this number from the next. */
const firstInexact = 1e15

/**
 * The same for numeric cells: digits after the fifteenth are lost, or the number has an exponent.
 */
export const isInexactNumber = (number: number) =>
  Math.abs(number) >= firstInexact || String(number).includes('e')
