import { useAnnounce } from '../../announcements/announcer.tsx'
import { usePageText } from '../../fields/page-text.ts'
import { Button } from '../../kit/button.tsx'

/** Placeholder for a page of fields. Announces to screen readers that the page is loading. */
export function FieldsSkeleton({ rows = 8 }: { readonly rows?: number }) {
  const { t } = usePageText()
  useAnnounce(t('state.loading'))
  return (
    <div className="fields-skeleton panel">
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <div key={row} className="definition-row" aria-hidden="true">
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      ))}
    </div>
  )
}

interface LoadFailedProps {
  readonly message: string
  /** Error reference to quote to the administrator. */
  readonly reference?: string | undefined
  readonly onRetry: () => void
}

/** Shows why loading failed, with a button to retry. */
export function LoadFailed({ message, reference, onRetry }: LoadFailedProps) {
  const { t } = usePageText()
  return (
    <div className="message message-error" role="alert">
      <div>
        <p>{message || t('state.failed')}</p>
        {reference && <p className="caption">{t('state.reference', { reference })}</p>}
        <Button onClick={onRetry}>{t('state.retry')}</Button>
      </div>
    </div>
  )
}
