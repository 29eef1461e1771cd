/** Which entries of the menu are used, and what waits in its sections, fetched while it changes. */

import { menuEndpoint } from '@matricola/schema/calls/endpoints.ts'
import type { menu } from '@matricola/schema/calls/menu.ts'
import type { WireMenu } from '@matricola/schema/wire/menu.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onLiveEvent } from '../live/live.ts'
import { useHttp } from './console-context.ts'

/** Minimum time between two requests that live events cause, in milliseconds. */
const minIntervalMs = 60_000
const menuQueryKey = ['menu']

/**
 * The data of the menu; undefined until it is loaded. If a request fails, the last data is kept
 * until the next one.
 */
export function useMenuData(): WireMenu | undefined {
  const { makeCall } = useHttp()
  const { data } = useQuery({
    queryKey: menuQueryKey,
    queryFn: async ({ signal }) => (await makeCall<typeof menu>(menuEndpoint, { signal })).data,
    staleTime: minIntervalMs,
  })
  return data
}

/** Fetches the data again after live events, at most once a minute. */
export function useMenuRefresh(): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onLiveEvent(({ type }) => {
      if (timer !== undefined || (type !== 'change' && type !== 'many' && type !== 'reset')) return
      const { dataUpdatedAt = 0 } = client.getQueryState(menuQueryKey) ?? {}
      timer = setTimeout(
        () => {
          timer = undefined
          void client.invalidateQueries({ queryKey: menuQueryKey })
        },
        Math.max(0, dataUpdatedAt + minIntervalMs - Date.now()),
      )
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client])
}
