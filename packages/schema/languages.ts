// Written by scripts/languages.mjs from locales/*/language.json.
export const programLanguages = {
  en: { name: 'English', region: 'en_GB', decimal: '.', thousands: ',', dates: 'DD/MM/YYYY' },
  ro: { name: 'Română', region: 'ro_RO', decimal: ',', thousands: '.', dates: 'DD.MM.YYYY' },
  fr: { name: 'Français', region: 'fr_FR', decimal: ',', thousands: ' ', dates: 'DD/MM/YYYY' },
  de: { name: 'Deutsch', region: 'de_DE', decimal: ',', thousands: '.', dates: 'DD.MM.YYYY' },
} as const
