/** Beginnings that a spreadsheet takes for a formula or a command, also after spaces (S-16.1), in full width too. */
const dangerous = /^'*[\s\0]*[=+\-@\t\r\0\uFF1D\uFF0B\uFF0D\uFF20]/

/** A text that no spreadsheet runs: one that could be a formula gets an apostrophe in front. */
export const guarded = (text: string) => (dangerous.test(text) ? `'${text}` : text)

/** Takes off the apostrophe that `guarded` put on. */
export const unguarded = (text: string) => (text.startsWith("'") && dangerous.test(text.slice(1)) ? text.slice(1) : text)
