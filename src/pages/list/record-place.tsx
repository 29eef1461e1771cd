import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { pagesOf } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import { defaultPageSize } from '#model/vocabulary.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import type { WireNeighbours } from '#model/wire/jobs.ts'
import { type ListQuery, toApiParams } from '#model/wire/list-query.ts'
import { usePageKeys } from '#src/console/keys/page-keys.ts'
import { usePerson } from '#src/console/person.ts'
import { Icon } from '#src/icons/icon.tsx'
import { Tooltip } from '#src/kit/tooltip.tsx'
import { useAnswer } from '#src/use-call.ts'
import { listParam, setLastOpen } from './last-open.ts'
import { useBesideKey } from './saved-views.ts'
import { fromAddress } from './use-list-query.ts'

/** The query without its page, on which a position in the whole list does not depend. */
const withoutPage = (query: ListQuery) => toApiParams(query).filter(([name]) => name !== 'pageNumber' && name !== 'pageSize')

/** Position of a record in the list from which the user came. */
export interface RecordPlace {
  readonly neighbours: WireNeighbours | undefined
  /** Path back to the list, at the page that contains the record. */
  readonly list: string
  /** Adds the list's query to the path of another record. */
  readonly keeping: (path: string) => string
}

/** Reads the list from the record's URL. Without one, the record has no neighbours. */
export function useRecordPlace(resource: AnyResource, id: string): RecordPlace {
  const { role } = usePerson()
  const [params] = useSearchParams()
  const address = params.get(listParam)
  const key = useBesideKey(resource)
  const query = fromAddress(new URLSearchParams(address ?? ''), resource, defaultPageSize)
  const asked = withoutPage(query)
  const { data, isError } = useAnswer<WireNeighbours>(
    endpointsOf(resource).neighbours,
    { params: { id }, query: Object.fromEntries(asked) },
    { key: key({ neighbours: id, asked }), enabled: address !== null, keepsLast: true },
  )
  useEffect(() => {
    if (address !== null) setLastOpen(resource, id)
  }, [resource, id, address])
  const neighbours = isError ? undefined : data
  return {
    neighbours,
    list: `${pagesOf(resource, role).list}${address === null ? '' : `?${onPage(address, neighbours, query.pageSize)}`}`,
    keeping: (path) => (address === null ? path : `${path}?${listParam}=${encodeURIComponent(address)}`),
  }
}

function onPage(address: string, neighbours: WireNeighbours | undefined, pageSize: number): string {
  const params = new URLSearchParams(address)
  if (neighbours) params.set('pageNumber', String(Math.ceil(neighbours.position / pageSize)))
  return params.toString()
}

interface NeighboursProps {
  readonly resource: AnyResource
  readonly place: RecordPlace
  readonly kind: 'show' | 'edit'
}

/** Links to the previous and next record of the list, and the current position. */
export function Neighbours({ resource, place, kind }: NeighboursProps) {
  const { t } = useTranslation('shell')
  const { role } = usePerson()
  const navigate = useNavigate()
  const { neighbours, keeping } = place
  const path = (id: string | null | undefined) => (id ? keeping(pagesOf(resource, role)[kind].replace(':id', id)) : null)
  const [previous, next] = [path(neighbours?.previous), path(neighbours?.next)]
  const hasKeys = kind === 'show' && neighbours !== undefined
  const go = (to: string | null) => (to ? navigate(to) : false)
  usePageKeys(
    t('keys.record'),
    hasKeys
      ? [
          { shown: ['J'], what: t('keys.nextRecord'), typed: ['j'], run: () => go(next) },
          { shown: ['K'], what: t('keys.previousRecord'), typed: ['k'], run: () => go(previous) },
        ]
      : [],
  )
  if (!neighbours) return null
  return (
    <nav className="neighbours" aria-label={t('list.neighbours')}>
      <Step to={previous} label={t('keys.previousRecord')} icon="chevron-left" shortcut={hasKeys ? 'k' : undefined} />
      <span>{t('list.position', { position: neighbours.position, total: neighbours.total })}</span>
      <Step to={next} label={t('keys.nextRecord')} icon="chevron-right" shortcut={hasKeys ? 'j' : undefined} />
    </nav>
  )
}

interface StepProps {
  readonly to: string | null
  readonly label: string
  readonly icon: 'chevron-left' | 'chevron-right'
  readonly shortcut: string | undefined
}

const Step = ({ to, label, icon, shortcut }: StepProps) =>
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
