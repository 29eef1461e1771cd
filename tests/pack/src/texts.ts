/// <reference types="vite/client" />
export const ownTexts = import.meta.glob<object>('../locales/*/*.json', { import: 'default' })
