import { useTranslation } from 'react-i18next'
import { type Namespace, useLanguage } from '#src/i18n.ts'

/**
 * A hook for the words of a part of the console, and their language: those of the first namespace by their key alone, those
 * of the others with their namespace in front.
 */
export const textsOf = (first: Namespace, ...others: readonly Namespace[]) =>
  function useTexts() {
    const { t } = useTranslation([first, ...others])
    return { t, language: useLanguage() }
  }
