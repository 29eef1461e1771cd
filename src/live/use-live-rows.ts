import { useEffect, useRef, useState } from 'react'
import type { AnyResource } from '#model/resource.ts'
import type { ListQuery } from '#model/wire/list-query.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { isUserWatching, onUserActivity } from '#src/console/user-activity.ts'
import { fetchMatchingRecords, fetchTotal } from './fetch-records.ts'
import { markFresh } from './fresh.ts'
import { useIsLive, useLiveEvents } from './live.ts'

interface Loaded {
  readonly rows: readonly WireRecord[]
  /** Null until it is counted. Changes outside the page are not counted before. */
  readonly total: number | null
  /** When the rows were read. Later changes are counted from then on. */
  readonly readAt: number
}

interface RowUpdates {
  readonly readAt: number
  /** Current state of rows, by id. */
  readonly records: ReadonlyMap<string, WireRecord>
  /** Rows on the page that no longer match the list. */
  readonly gone: ReadonlySet<string>
  /** Records outside the page that started to match, minus those that stopped matching. */
  readonly others: number
}

export interface LiveRows {
  /** The rows in their original order, each in its current state. */
  readonly rows: readonly WireRecord[]
  readonly isLive: boolean
  /** Number of records that have started, or stopped, to match since the rows were read. */
  readonly more: number
  readonly fewer: number
}

/** Time for which changes are collected before they are fetched, in milliseconds. */
const gatherMs = 700
const minIntervalMs = 2_500

/**
 * Updates the rows of a list in place without moving any. Changed rows are fetched again; added and removed ones are only
 * counted. Only the changed rows are queried.
 */
export function useLiveRows(resource: AnyResource, query: ListQuery, loaded: Loaded): LiveRows {
  const isLive = useIsLive()
  const [updates, setUpdates] = useState<RowUpdates | null>(null)
  const changed = useRef<Set<string> | 'all'>(new Set())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const lastFetchAt = useRef(0)
  const latest = useRef({ query, loaded, news: updates })
  latest.current = { query, loaded, news: updates?.readAt === loaded.readAt ? updates : null }
  const shown = latest.current.news

  const fetchChanges = async () => {
    timer.current = undefined
    const { query: currentQuery, loaded: known, news: before } = latest.current
    if (known.readAt === 0 || !isUserWatching()) return
    const ids = known.rows.map(({ id }) => id).filter((id) => changed.current === 'all' || changed.current.has(id))
    const hasOthers = changed.current === 'all' || changed.current.size > ids.length
    changed.current = new Set()
    lastFetchAt.current = Date.now()
    const isNarrowed = Object.keys(currentQuery.filters).length > 0 || currentQuery.search !== '' || currentQuery.view !== ''
    try {
      const [now, matching] = await Promise.all([
        fetchMatchingRecords(resource, ids),
        isNarrowed ? fetchMatchingRecords(resource, ids, currentQuery) : null,
      ])
      const belongs = new Set((matching ?? now).map(({ id }) => id))
      const gone = new Set([...(before?.gone ?? [])].filter((id) => !ids.includes(id)))
      for (const id of ids) if (!belongs.has(id)) gone.add(id)
      const isTotalAsked = known.total !== null && (hasOthers || gone.size !== (before?.gone.size ?? 0))
      const others = isTotalAsked ? (await fetchTotal(resource, currentQuery)) - known.total + gone.size : (before?.others ?? 0)
      if (latest.current.loaded.readAt !== known.readAt) return
      const records = new Map([...(before?.records ?? []), ...now.map((record) => [record.id, record] as const)])
      markFresh(
        now
          .filter((record) => isNewer(record, before?.records.get(record.id) ?? known.rows.find(({ id }) => id === record.id)))
          .map(({ id }) => id),
      )
      setUpdates({ readAt: known.readAt, records, gone, others })
    } catch {
      // The next change or a reload tries again.
    }
  }
  const scheduleFetch = () => {
    timer.current ??= setTimeout(() => void fetchChanges(), Math.max(gatherMs, lastFetchAt.current + minIntervalMs - Date.now()))
  }
  const hasPending = () => changed.current === 'all' || changed.current.size > 0

  useLiveEvents((event) => {
    if (event.type === 'reset' || (event.type === 'many' && event.resource === resource.name)) changed.current = 'all'
    else if (event.type !== 'change' || event.resource !== resource.name) return
    else {
      const row = loaded.rows.find(({ id }) => id === event.id)
      if ((shown?.records.get(event.id) ?? row)?.version === event.version || changed.current === 'all') return
      changed.current.add(event.id)
    }
    scheduleFetch()
  })
  // A hidden page does not fetch changes. It catches up when it is visible again.
  useEffect(() => onUserActivity(() => hasPending() && scheduleFetch()))
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    rows: shown ? loaded.rows.map((row) => newerRecord(shown.records.get(row.id), row)) : loaded.rows,
    isLive,
    more: Math.max(0, shown?.others ?? 0),
    fewer: (shown?.gone.size ?? 0) + Math.max(0, -(shown?.others ?? 0)),
  }
}

const isNewer = (record: WireRecord, known: WireRecord | undefined) => known === undefined || record.version > known.version
const newerRecord = (record: WireRecord | undefined, row: WireRecord) => (record && isNewer(record, row) ? record : row)
