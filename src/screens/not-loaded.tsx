import { usePageText } from '#src/fields/page-text.ts'
import { Button } from '#src/kit/button.tsx'

/** Notice on a page whose data did not come. Texts: specification, section 8. */
export function NotLoaded({ kind, onRetry }: { readonly kind: 'settings' | 'account'; readonly onRetry: () => void }) {
  const { t } = usePageText()
  return (
    <div className="absent sheet" role="alert">
      <h2>{t(`absent.${kind}.title`)}</h2>
      <p>{t(`absent.${kind}.text`)}</p>
      <Button onClick={onRetry}>{t('state.retry')}</Button>
    </div>
  )
}
