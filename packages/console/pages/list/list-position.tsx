import { pagePaths } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { defaultPageSize } from '@matricola/schema/vocabulary.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireNeighbours } from '@matricola/schema/wire/jobs.ts'
import { type ListQuery, toApiParams } from '@matricola/schema/wire/list-query.ts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useUser } from '../../app/user-context.ts'
import { Icon } from '../../icons/icon.tsx'
import { Tooltip } from '../../kit/tooltip.tsx'
import { usePageShortcuts } from '../../shortcuts/page-shortcuts.ts'
import { useEndpoint } from '../../use-call.ts'
import { listParam, setLastOpen } from './last-open.ts'
import { useListQueryKey } from './saved-views.ts'
import { parseListUrl } from './use-list-query.ts'

/** The query without its page, on which a position in the whole list does not depend. */
const listQueryParams = (query: ListQuery) =>
  toApiParams(query).filter(([name]) => name !== 'pageNumber' && name !== 'pageSize')

/** Position of a record in the list from which the user came. */
export interface ListPosition {
  readonly neighbours: WireNeighbours | undefined
  /** Path back to the list, at the page that contains the record. */
  readonly list: string
  /** Adds the list's query to the path of another record. */
  readonly withListQuery: (path: string) => string
}

/** Reads the list from the record's URL. Without one, the record has no neighbours. */
export function useListPosition(resource: AnyResource, id: string): ListPosition {
  const { role } = useUser()
  const [params] = useSearchParams()
  const address = params.get(listParam)
  const key = useListQueryKey(resource)
  const query = parseListUrl(new URLSearchParams(address ?? ''), resource, defaultPageSize)
  const queryParams = listQueryParams(query)
  const { data, isError } = useEndpoint<WireNeighbours>(
    endpointsOf(resource).neighbours,
    { params: { id }, query: Object.fromEntries(queryParams) },
    {
      key: key({ neighbours: id, asked: queryParams }),
      enabled: address !== null,
      keepPreviousResult: true,
    },
  )
  useEffect(() => {
    if (address !== null) setLastOpen(resource, id)
  }, [resource, id, address])
  const neighbours = isError ? undefined : data
  return {
    neighbours,
    list: `${pagePaths(resource, role).list}${address === null ? '' : `?${withPageOf(address, neighbours, query.pageSize)}`}`,
    withListQuery: (path) =>
      address === null ? path : `${path}?${listParam}=${encodeURIComponent(address)}`,
  }
}

function withPageOf(
  address: string,
  neighbours: WireNeighbours | undefined,
  pageSize: number,
): string {
  const params = new URLSearchParams(address)
  if (neighbours) params.set('pageNumber', String(Math.ceil(neighbours.position / pageSize)))
  return params.toString()
}

interface NeighboursProps {
  readonly resource: AnyResource
  readonly position: ListPosition
  readonly kind: 'show' | 'edit'
}

/** Links to the previous and next record of the list, and the current position. */
export function Neighbours({ resource, position, kind }: NeighboursProps) {
  const { t } = useTranslation('shell')
  const { role } = useUser()
  const navigate = useNavigate()
  const { neighbours, withListQuery } = position
  const path = (id: string | null | undefined) =>
    id ? withListQuery(pagePaths(resource, role)[kind].replace(':id', id)) : null
  const [previous, next] = [path(neighbours?.previous), path(neighbours?.next)]
  const hasKeys = kind === 'show' && neighbours !== undefined
  const go = (to: string | null) => (to ? navigate(to) : false)
  usePageShortcuts(
    t('keys.record'),
    hasKeys
      ? [
          {
            keyLabels: ['J'],
            description: t('keys.nextRecord'),
            triggers: ['j'],
            run: () => go(next),
          },
          {
            keyLabels: ['K'],
            description: t('keys.previousRecord'),
            triggers: ['k'],
            run: () => go(previous),
          },
        ]
      : [],
  )
  if (!neighbours) return null
  return (
    <nav className="record-navigation" aria-label={t('list.neighbours')}>
      <NeighbourLink
        to={previous}
        label={t('keys.previousRecord')}
        icon="chevron-left"
        shortcut={hasKeys ? 'k' : undefined}
      />
      <span>{t('list.position', { position: neighbours.position, total: neighbours.total })}</span>
      <NeighbourLink
        to={next}
        label={t('keys.nextRecord')}
        icon="chevron-right"
        shortcut={hasKeys ? 'j' : undefined}
      />
    </nav>
  )
}

interface NeighbourLinkProps {
  readonly to: string | null
  readonly label: string
  readonly icon: 'chevron-left' | 'chevron-right'
  readonly shortcut: string | undefined
}

const NeighbourLink = ({ to, label, icon, shortcut }: NeighbourLinkProps) =>
  to ? (
    <Tooltip text={label}>
      <Link className="button-icon" to={to} aria-label={label} aria-keyshortcuts={shortcut}>
        <Icon name={icon} />
      </Link>
    </Tooltip>
  ) : (
    <button type="button" className="button-icon" disabled aria-label={label}>
      <Icon name={icon} />
    </button>
  )
