import type { HttpError } from '@matricola/providers/http.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAnnounce } from '../../announcements/announcer.tsx'
import { Icon } from '../../icons/icon.tsx'
import { Button } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'

/** Placeholder for the table until its first rows are loaded. */
export function ListSkeleton({
  columns,
  rows,
}: {
  readonly columns: number
  readonly rows: number
}) {
  const { t } = useTranslation('shell')
  useAnnounce(t('loading'))
  return (
    <div className="list-skeleton panel">
      {Array.from({ length: Math.min(rows, 12) + 1 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows are never reordered
        <div key={row} className="list-skeleton-row" aria-hidden="true">
          {Array.from({ length: Math.min(columns, 6) }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <span key={column} className="skeleton" />
          ))}
        </div>
      ))}
    </div>
  )
}

interface ListEmptyProps {
  readonly resource: AnyResource
  /** Whether the list may be empty because of filters, search or a view. */
  readonly isNarrowed: boolean
  /** Whether the list shows its state on an earlier day. */
  readonly isPast: boolean
  readonly onClear: () => void
  /** Set if there are records, but none on this page. */
  readonly onFirstPage?: () => void
  readonly createPath?: string
}

/** Shows that the list is empty, because of its filters or because there are no records yet. */
export function ListEmpty({
  resource,
  isNarrowed,
  isPast,
  onClear,
  onFirstPage,
  createPath,
}: ListEmptyProps) {
  const { t } = useTranslation(['shell', 'resources', 'time'])
  return (
    <Empty
      icon={isNarrowed || onFirstPage ? 'search' : (resource.icon ?? 'documents')}
      title={t('shell:noItems')}
    >
      {!isNarrowed && !onFirstPage && (
        <p>{isPast ? t('time:asOf.empty') : t('shell:list.empty')}</p>
      )}
      {onFirstPage ? (
        <Button onClick={onFirstPage}>{t('shell:list.firstPage')}</Button>
      ) : isNarrowed ? (
        <Button onClick={onClear}>{t('shell:list.clearFilters')}</Button>
      ) : (
        createPath && (
          <Link className="button button-primary" to={createPath}>
            {t(`resources:${resource.name}.new`)}
          </Link>
        )
      )}
    </Empty>
  )
}

/**
 * Shows why a list could not be loaded, with a retry button and the reference of the error for the
 * administrator.
 */
export function ListFailed({
  error,
  title,
  onRetry,
  onDropUnknown,
}: {
  readonly error: HttpError
  readonly title?: string
  readonly onRetry: () => void
  /** Loads the list again without the unknown parts of its query; absent if there are none. */
  readonly onDropUnknown?: (() => void) | undefined
}) {
  const { t } = useTranslation('shell')
  return (
    <div className="list-state panel" role="alert">
      <p className="list-state-title">
        <Icon name="warning" /> {title ?? t('list.failed')}
      </p>
      <p>{error.message}</p>
      <Button onClick={onDropUnknown ?? onRetry}>
        {t(onDropUnknown ? 'list.withoutUnknown' : 'retry')}
      </Button>
      {error.requestId && <p className="caption">{t('reference', { id: error.requestId })}</p>}
    </div>
  )
}
