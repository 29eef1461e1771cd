// Written by scripts/languages.mjs from custom/locales/*/language.json.
export const customLanguages = [] as const
