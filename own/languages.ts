// Written by scripts/languages.mjs from own/locales/*/language.json.
export const customLanguages = {} as const
