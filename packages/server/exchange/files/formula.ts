/**
 * Prefixes that a spreadsheet interprets as the start of a formula or command, even after spaces or
 * in full-width form.
 */
const formulaStart = /^'*[\s\0]*[=+\-@\t\r\0\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Error values of spreadsheets in formats that keep only text: `#REF!`, `#NAME?`, `#N/A` in any
 * language, `#GETTING_DATA` and `Err:502`. Also `###`, which stands for a number in a column that
 * is too narrow.
 */
const errors =
  /^(?:#[\p{Lu}\p{N}_/ .]*\p{Lu}[\p{Lu}\p{N}_/ .]*[!?]|#(?:N\/[ABD]|NV|I\/T|Н\/Д|YOK|SAKNAS!?|PUUTTUU!?|HIÁNYZIK|NENÍ_K_DISPOZICI)|#\p{Lu}+(?:_\p{Lu}+)+|Err:\d{3}|#{3,})$/u

/** Whether a text is an error value of a spreadsheet. */
export const isErrorText = (text: string) => errors.test(text)

/** Whether a text could be taken for a formula or an error value. */
const looksLikeFormula = (text: string) =>
  formulaStart.test(text) || isErrorText(text.replace(/^'+/, '').trim())

/**
 * Adds an apostrophe to a text that a spreadsheet could run as a formula or an import could take
 * for an error.
 */
export const escapeFormula = (text: string) => (looksLikeFormula(text) ? `'${text}` : text)

/** Removes the apostrophe that `escapeFormula` added. */
export const unescapeFormula = (text: string) =>
  text.startsWith("'") && looksLikeFormula(text.slice(1)) ? text.slice(1) : text
