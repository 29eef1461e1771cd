/// <reference types="vite/client" />
export const customTexts = import.meta.glob<object>('../locales/*/*.json', { import: 'default' })
