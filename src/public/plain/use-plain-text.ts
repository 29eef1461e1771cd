import { useTranslation } from 'react-i18next'

/**
 * Namespaces that the server renderer loads. Includes some that the browser does not load at first.
 */
type Namespace =
  | 'public'
  | 'admission'
  | 'apply'
  | 'status'
  | 'application'
  | 'resources'
  | 'averages'
  | 'errors'

export function usePlainText(namespace: Namespace) {
  const { t } = useTranslation(namespace)
  return (key: string, params: Readonly<Record<string, string | number>> = {}): string =>
    t(key, params)
}
