import { useTranslation } from 'react-i18next'

/** Texts that the painter holds beside those of the browser's first pages. */
type Namespace = 'public' | 'admission' | 'apply' | 'status' | 'progress' | 'resources' | 'averages' | 'errors'

export function useText(namespace: Namespace) {
  const { t } = useTranslation(namespace)
  return (key: string, params: Readonly<Record<string, string | number>> = {}): string => t(key, params)
}
