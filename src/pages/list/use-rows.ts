import { useTable } from '@refinedev/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListQuery } from '#model/list-query.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import type { HttpError } from '#providers/http.ts'
import { toListArguments } from '#providers/list-arguments.ts'
import { useIsLive } from '#src/live/live.ts'

/**
 * The rows of a list. The address is the state, and what Refine's table keeps follows it within the same render: nothing is
 * asked for that the address has left.
 */
export function useRows(resource: AnyResource, query: ListQuery, asOf: string | null) {
  const isLive = useIsLive()
  const { filters, sorters, pagination } = toListArguments(query, asOf)
  const table = useTable<WireRecord, HttpError>({
    resource: resource.name,
    syncWithLocation: false,
    pagination,
    filters: { initial: filters },
    sorters: { initial: sorters },
    // While events come, rows are kept as they are now, and stay where they are when somebody comes back to the window.
    queryOptions: { placeholderData: keepPreviousData, refetchOnWindowFocus: !isLive },
  })
  const wanted = JSON.stringify([filters, sorters, pagination])
  const [followed, follow] = useState(wanted)
  if (followed !== wanted) {
    follow(wanted)
    table.setFilters(filters, 'replace')
    table.setSorters(sorters)
    table.setCurrentPage(query.pageNumber)
    table.setPageSize(query.pageSize)
  }
  return table.tableQuery
}
