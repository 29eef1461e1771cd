import { usePageText } from '#src/fields/page-text.ts'
import { Button } from '#src/kit/button.tsx'
import { useSpoken } from '#src/spoken/announcer.tsx'

/** The shape of a page of fields before they are there. Who cannot see it hears that it is loading. */
export function FieldsSkeleton({ rows = 8 }: { readonly rows?: number }) {
  const { t } = usePageText()
  useSpoken(t('state.loading'))
  return (
    <div className="fields-skeleton sheet">
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
  /** Reference of the error, for whoever is asked about it. */
  readonly reference?: string | undefined
  readonly onRetry: () => void
}

/** Failure in words, and the way to try again. */
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
