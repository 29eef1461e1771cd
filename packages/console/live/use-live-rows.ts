import type { AnyResource } from '@matricola/schema/resource.ts'
import type { ListQuery } from '@matricola/schema/wire/list-query.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useEffect, useRef, useState } from 'react'
import { useHttp } from '../app/console-context.ts'
import { isUserWatching, onUserActivity } from '../app/user-activity.ts'
import { fetchMatchingRecords, fetchTotal } from './fetch-records.ts'
import { markFresh } from './fresh.ts'
import { useIsLive, useLiveEvents } from './live.ts'

interface Loaded {
  readonly rows: readonly WireRecord[]
  /** Null until the rows are counted. Until then, changes outside the page are not counted. */
  readonly total: number | null
  /** When the rows were read. Later changes are counted from then on. */
  readonly readAt: number
}

interface RowUpdates {
  readonly readAt: number
  /** Current state of rows, by id. */
  readonly records: ReadonlyMap<string, WireRecord>
  /** Rows on the page that no longer match the list. */
  readonly removedIds: ReadonlySet<string>
  /** Records outside the page that started to match, minus those that stopped matching. */
  readonly outsideDelta: number
}

export interface LiveRows {
  /** The rows in their original order, each in its current state. */
  readonly rows: readonly WireRecord[]
  readonly isLive: boolean
  /** Number of records that have started, or stopped, to match since the rows were read. */
  readonly addedCount: number
  readonly removedCount: number
}

/** Time for which changes are collected before they are fetched, in milliseconds. */
const batchMs = 700
const minIntervalMs = 2_500

/**
 * Updates the rows of a list in place without moving any. Changed rows are fetched again; added and
 * removed ones are only counted. Only the changed rows are queried.
 */
export function useLiveRows(resource: AnyResource, query: ListQuery, loaded: Loaded): LiveRows {
  const http = useHttp()
  const isLive = useIsLive()
  const [updates, setUpdates] = useState<RowUpdates | null>(null)
  const changed = useRef<Set<string> | 'all'>(new Set())
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const lastFetchAt = useRef(0)
  const latest = useRef({ query, loaded, updates: updates })
  latest.current = { query, loaded, updates: updates?.readAt === loaded.readAt ? updates : null }
  const visibleUpdates = latest.current.updates

  const fetchChanges = async () => {
    timer.current = undefined
    const { query: currentQuery, loaded: loadedRows, updates: previousUpdates } = latest.current
    if (loadedRows.readAt === 0 || !isUserWatching()) return
    const ids = loadedRows.rows
      .map(({ id }) => id)
      .filter((id) => changed.current === 'all' || changed.current.has(id))
    const hasOthers = changed.current === 'all' || changed.current.size > ids.length
    changed.current = new Set()
    lastFetchAt.current = Date.now()
    const isNarrowed =
      Object.keys(currentQuery.filters).length > 0 ||
      currentQuery.search !== '' ||
      currentQuery.view !== ''
    try {
      const [currentRecords, matching] = await Promise.all([
        fetchMatchingRecords(http, resource, ids),
        isNarrowed ? fetchMatchingRecords(http, resource, ids, currentQuery) : null,
      ])
      const matchingIds = new Set((matching ?? currentRecords).map(({ id }) => id))
      const removedIds = new Set(
        [...(previousUpdates?.removedIds ?? [])].filter((id) => !ids.includes(id)),
      )
      for (const id of ids) if (!matchingIds.has(id)) removedIds.add(id)
      const needsTotal =
        loadedRows.total !== null &&
        (hasOthers || removedIds.size !== (previousUpdates?.removedIds.size ?? 0))
      const outsideDelta = needsTotal
        ? (await fetchTotal(http, resource, currentQuery)) - loadedRows.total + removedIds.size
        : (previousUpdates?.outsideDelta ?? 0)
      if (latest.current.loaded.readAt !== loadedRows.readAt) return
      const records = new Map([
        ...(previousUpdates?.records ?? []),
        ...currentRecords.map((record) => [record.id, record] as const),
      ])
      markFresh(
        currentRecords
          .filter((record) =>
            isNewer(
              record,
              previousUpdates?.records.get(record.id) ??
                loadedRows.rows.find(({ id }) => id === record.id),
            ),
          )
          .map(({ id }) => id),
      )
      setUpdates({ readAt: loadedRows.readAt, records, removedIds, outsideDelta })
    } catch {
      // The next change or a reload tries again.
    }
  }
  const scheduleFetch = () => {
    timer.current ??= setTimeout(
      () => void fetchChanges(),
      Math.max(batchMs, lastFetchAt.current + minIntervalMs - Date.now()),
    )
  }
  const hasPending = () => changed.current === 'all' || changed.current.size > 0

  useLiveEvents((event) => {
    if (event.type === 'reset' || (event.type === 'many' && event.resource === resource.name))
      changed.current = 'all'
    else if (event.type !== 'change' || event.resource !== resource.name) return
    else {
      const row = loaded.rows.find(({ id }) => id === event.id)
      if (
        (visibleUpdates?.records.get(event.id) ?? row)?.version === event.version ||
        changed.current === 'all'
      )
        return
      changed.current.add(event.id)
    }
    scheduleFetch()
  })
  // A hidden page does not fetch changes. It catches up when it is visible again.
  useEffect(() => onUserActivity(() => hasPending() && scheduleFetch()))
  useEffect(() => () => clearTimeout(timer.current), [])

  return {
    rows: visibleUpdates
      ? loaded.rows.map((row) => newerRecord(visibleUpdates.records.get(row.id), row))
      : loaded.rows,
    isLive,
    addedCount: Math.max(0, visibleUpdates?.outsideDelta ?? 0),
    removedCount:
      (visibleUpdates?.removedIds.size ?? 0) + Math.max(0, -(visibleUpdates?.outsideDelta ?? 0)),
  }
}

const isNewer = (record: WireRecord, previous: WireRecord | undefined) =>
  previous === undefined || record.version > previous.version
const newerRecord = (record: WireRecord | undefined, row: WireRecord) =>
  record && isNewer(record, row) ? record : row
