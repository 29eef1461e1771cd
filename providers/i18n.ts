import type { I18nProvider } from '@refinedev/core'
import type { i18n } from 'i18next'

/**
 * Refine's i18n provider, using i18next. Texts without a key fall back to those of Refine, which
 * the console never shows.
 */
export const createI18nProvider = (texts: i18n): I18nProvider => ({
  translate: (key, options, fallback) => {
    const defaultText = fallback ?? (typeof options === 'string' ? options : key)
    return texts.exists(key)
      ? String(texts.t(key, typeof options === 'object' ? options : {}))
      : defaultText
  },
  changeLocale: (language: string) => texts.changeLanguage(language),
  getLocale: () => texts.resolvedLanguage ?? texts.language,
})
