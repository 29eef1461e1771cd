import { useTranslation } from 'react-i18next'
import { numberDisplay } from '../../fields/number-text.ts'
import { useLanguage } from '../../i18n.ts'

type Params = Readonly<Record<string, string | number>>

interface ExchangeText {
  readonly t: (key: string, params?: Params) => string
  readonly number: (value: number) => string
}

/** Texts of the `exchange` namespace; keys of other namespaces need their prefix. */
export function useExchangeText(): ExchangeText {
  const { t } = useTranslation(['exchange', 'resources', 'errors'])
  const language = useLanguage()
  const number = (value: number) => numberDisplay(value, language, 0)
  return {
    t: (key, params = {}) => t(key, params),
    number,
  }
}
