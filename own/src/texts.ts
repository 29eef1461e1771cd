/** The texts of this university's own, by `../locales/<language>/<namespace>.json`. */
export const ownTexts = import.meta.glob<object>('../locales/*/*.json', { import: 'default' })
