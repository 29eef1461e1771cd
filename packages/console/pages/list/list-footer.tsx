import type { AnyResource } from '@matricola/schema/resource.ts'
import { defaultPageSize, pageSizes } from '@matricola/schema/vocabulary.ts'
import type { ListQuery } from '@matricola/schema/wire/list-query.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveRegion } from '../../announcements/live-region.tsx'
import { numberDisplay } from '../../fields/number-text.ts'
import { currentLanguage } from '../../i18n.ts'
import { Button } from '../../kit/button.tsx'
import { Input } from '../../kit/inputs.tsx'
import { useMedia } from '../../media.ts'

interface ListFooterProps {
  readonly resource: AnyResource
  readonly query: ListQuery
  /** Null until it is counted. */
  readonly total: number | null
  /** Number of rows on the page. */
  readonly rows: number
  readonly isReady: boolean
  readonly onPage: (page: number) => void
  readonly onPageSize: (size: number) => void
}

/** A window in which a list of five rows fills less than half of the height. */
const largeViewport = '(min-width: 48rem) and (min-height: 42rem)'
/** Page size to suggest in such a window. */
const suggestedPageSize = 25

/** Shows the number of records, with controls for the page size and the page. */
export function ListFooter({
  resource,
  query,
  total,
  rows,
  isReady,
  onPage,
  onPageSize,
}: ListFooterProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const id = useId()
  const last = total === null ? null : Math.max(1, Math.ceil(total / query.pageSize))
  const page = query.pageNumber
  const isSinglePage = last === 1 && page === 1
  const isLargeViewport = useMedia(largeViewport)
  const isShort =
    query.pageSize === defaultPageSize && (total ?? 0) > defaultPageSize && isLargeViewport
  const formatCount = (value: number) => numberDisplay(value, currentLanguage(), 0)
  return (
    <footer className="inline-group list-footer">
      <LiveRegion className="list-count">
        {isReady && total !== null ? t(`resources:${resource.name}.count`, { count: total }) : ''}
      </LiveRegion>
      {isReady && total === null && <span className="skeleton list-uncounted" aria-hidden="true" />}
      <label className="list-size">
        {t('shell:list.pageSize')}
        <select
          className="select"
          value={query.pageSize}
          onChange={(event) => onPageSize(Number(event.target.value))}
        >
          {[...new Set([...pageSizes, query.pageSize])].map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      {isShort && (
        <button type="button" className="button-link" onClick={() => onPageSize(suggestedPageSize)}>
          {t('shell:list.showRows', { number: suggestedPageSize })}
        </button>
      )}
      {!isSinglePage && (
        <nav className="inline-group list-pager" aria-label={t('shell:list.pages')}>
          <Button disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, last ?? page))}>
            {t('shell:list.previous')}
          </Button>
          <span className="list-page-of">
            {last === null
              ? t('shell:list.pageAlone', { page: formatCount(page) })
              : t('shell:list.page', { page: formatCount(page), last: formatCount(last) })}
          </span>
          <Button
            disabled={!isReady || (last === null ? rows < query.pageSize : page >= last)}
            onClick={() => onPage(page + 1)}
          >
            {t('shell:list.next')}
          </Button>
          {last !== null && last > 2 && (
            <form
              className="list-jump"
              onSubmit={(event) => {
                event.preventDefault()
                const requestedPage = Number(new FormData(event.currentTarget).get('page'))
                if (Number.isInteger(requestedPage) && requestedPage >= 1)
                  onPage(Math.min(requestedPage, last))
              }}
            >
              <label htmlFor={id}>{t('shell:list.jump')}</label>
              <Input
                key={page}
                id={id}
                name="page"
                inputMode="numeric"
                pattern="[0-9]*"
                defaultValue={page}
                autoComplete="off"
              />
            </form>
          )}
        </nav>
      )}
    </footer>
  )
}
