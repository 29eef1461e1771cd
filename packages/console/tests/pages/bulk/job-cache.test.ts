import type { JobState, WireJob } from '@matricola/schema/wire/jobs.ts'
import { createGate } from '@matricola/testing/gate.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { cacheJob, jobsKey } from '../../../pages/jobs/job-calls.ts'

test('a job that was just started is not overwritten by an earlier response that arrives late', async () => {
  const client = new QueryClient()
  // The cache reads nothing else.
  const jobIn = (state: JobState) => ({ id: 'a', state }) as WireJob
  const late = createGate()
  let state: JobState = 'ready'
  let fetches = 0
  const queryFn = async () => {
    const data = jobIn(state)
    fetches += 1
    if (fetches === 2) await late.opened
    return { data }
  }
  const observer = new QueryObserver(client, { queryKey: [...jobsKey, 'one', 'a'], queryFn })
  const end = observer.subscribe(() => undefined)
  const shownState = () => observer.getCurrentResult().data?.data.state
  await vi.waitFor(() => expect(shownState()).toBe('ready'))

  void observer.refetch()
  await vi.waitFor(() => expect(fetches).toBe(2))
  state = 'running'
  cacheJob(client, jobIn('running'))
  late.open()
  await vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'))
  expect(shownState()).toBe('running')
  end()
})
