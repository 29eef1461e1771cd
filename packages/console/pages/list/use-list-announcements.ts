import { fieldKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { ListQuery } from '@matricola/schema/wire/list-query.ts'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { announceText } from '../../announcements/announcer.tsx'
import { numberDisplay } from '../../fields/number-text.ts'
import { useLanguage } from '../../i18n.ts'

interface VisibleRows {
  /** Null until it is counted. */
  readonly total: number | null
  /** Whether the page shows the result of this query. */
  readonly isLoaded: boolean
}

/**
 * Announces the current page and the new order once the rows are shown. The count has its own live
 * region.
 */
export function useListAnnouncements(
  resource: AnyResource,
  { pageNumber, pageSize, sort }: ListQuery,
  { total, isLoaded }: VisibleRows,
) {
  const { t } = useTranslation(['shell', 'resources'])
  const language = useLanguage()
  const order = sort.join()
  const last = useRef<{ readonly pageNumber: number; readonly order: string } | null>(null)
  useEffect(() => {
    if (!isLoaded) return
    const previous = last.current
    last.current = { pageNumber, order }
    if (previous === null) return
    const number = (value: number) => numberDisplay(value, language, 0)
    if (previous.order !== order)
      announceText(t('shell:list.sorted', { order: sort.map(sortText).join(', ') }))
    else if (previous.pageNumber !== pageNumber)
      announceText(
        total === null
          ? t('shell:list.pageAlone', { page: number(pageNumber) })
          : t('shell:list.page', {
              page: number(pageNumber),
              last: number(Math.max(1, Math.ceil(total / pageSize))),
            }),
      )
  })

  function sortText(sortKey: string): string {
    const name = sortKey.replace(/^-/, '')
    const field = name in resource.fields ? t(`resources:${fieldKey(resource, name)}`) : name
    return t(sortKey.startsWith('-') ? 'shell:list.sortedDown' : 'shell:list.sortedUp', { field })
  }
}
