/** Custom texts, from `../locales/<language>/<namespace>.json`. */
export const ownTexts = import.meta.glob<object>('../locales/*/*.json', { import: 'default' })
