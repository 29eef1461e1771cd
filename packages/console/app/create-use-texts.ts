import { useTranslation } from 'react-i18next'
import { type Namespace, useLanguage } from '../i18n.ts'

/**
 * Creates a hook that returns a translate function and the language. Only keys in the first
 * namespace need no prefix.
 */
export const createUseTexts = (first: Namespace, ...others: readonly Namespace[]) =>
  function useTexts() {
    const { t } = useTranslation([first, ...others])
    return { t, language: useLanguage() }
  }
