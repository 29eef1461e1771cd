/** Beginnings that a spreadsheet takes for a formula or a command, also after spaces (S-16.1), in full width too. */
const dangerous = /^'*[\s\0]*[=+\-@\t\r\0\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Texts that spreadsheets show in place of a value, where a file keeps texts alone: `#REF!`, `#NAME?`, `#N/A` in any language,
 * `#GETTING_DATA`, `Err:502`, and the signs that fill a column too narrow for its number.
 */
const errors =
  /^(?:#[\p{Lu}\p{N}_/ .]*\p{Lu}[\p{Lu}\p{N}_/ .]*[!?]|#(?:N\/[ABD]|NV|I\/T|Н\/Д|YOK|SAKNAS!?|PUUTTUU!?|HIÁNYZIK|NENÍ_K_DISPOZICI)|#\p{Lu}+(?:_\p{Lu}+)+|Err:\d{3}|#{3,})$/u

/** Tells whether a text is an error value, and no text that anybody wrote. */
export const isErrorText = (text: string) => errors.test(text)

/** Texts that nobody takes for what they are unless an apostrophe stands in front: formulas, and words that look like error values. */
const isMistakable = (text: string) => dangerous.test(text) || isErrorText(text.replace(/^'+/, '').trim())

/** A text that no spreadsheet runs, and no import takes for an error: one that could be either gets an apostrophe in front. */
export const guarded = (text: string) => (isMistakable(text) ? `'${text}` : text)

/** Takes off the apostrophe that `guarded` put on. */
export const unguarded = (text: string) => (text.startsWith("'") && isMistakable(text.slice(1)) ? text.slice(1) : text)
