// Written by scripts/languages.mjs from tests/pack/locales/*/language.json.
export const customLanguages = ['hu'] as const
