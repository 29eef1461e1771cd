// Written by scripts/languages.mjs from tests/pack/locales/*/language.json.
export const customLanguages = {
  hu: { name: 'Magyar', region: 'hu_HU', decimal: ',', thousands: '.', dates: 'YYYY. MM. DD.' },
} as const
