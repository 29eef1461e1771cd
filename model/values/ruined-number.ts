/**
 * Numbers that a spreadsheet has rounded: it shows and saves a long one as `1.23457E+15`. Taken as the number of a payment,
 * a card or a person, it is the same for many.
 */
export const isRuinedNumber = (text: string) => /^[+-]?\d{1,3}(?:[.,]\d+)?E\+\d{1,3}$/i.test(text.slice(0, 40).trim())

/** The first whole number that a spreadsheet cannot tell from its neighbours: it keeps fifteen digits. */
const firstInexact = 1e15

/** The same of a cell that is a number: its digits after the fifteenth are lost, or it is written with an exponent. */
export const isInexactNumber = (number: number) => Math.abs(number) >= firstInexact || String(number).includes('e')
