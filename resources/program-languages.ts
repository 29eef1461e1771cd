// Written by scripts/languages.mjs from locales/*/language.json.
export const programLanguages = ['en', 'ro', 'fr', 'de'] as const
