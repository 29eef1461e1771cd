import { usePageText } from '../fields/page-text.ts'
import { Button } from '../kit/button.tsx'

/** Shown if the data of a page could not be loaded. The specification fixes the texts. */
export function NotLoaded({
  kind,
  onRetry,
}: {
  readonly kind: 'settings' | 'account'
  readonly onRetry: () => void
}) {
  const { t } = usePageText()
  return (
    <div className="load-error panel" role="alert">
      <h2>{t(`absent.${kind}.title`)}</h2>
      <p>{t(`absent.${kind}.text`)}</p>
      <Button onClick={onRetry}>{t('state.retry')}</Button>
    </div>
  )
}
