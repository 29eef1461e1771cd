// Written by scripts/languages.mjs from own/locales/*/language.json.
export const ownLanguages = {} as const
