/** Custom texts, from `../locales/<language>/<namespace>.json`. */
export const customTexts = import.meta.glob<object>('../locales/*/*.json', { import: 'default' })
