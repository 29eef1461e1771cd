/** Released results that wait for a results day that is moved. */

import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendDateNotices } from '#server/admission/date-notices.ts'
import { applyReleasedDrafts } from '#server/admission/ranking/apply-released.ts'
import { minuteMs } from '#tests/support/admission-app.ts'
import { engines } from '#tests/support/databases.ts'
import { type RankingApp, startRankingApp } from '#tests/support/ranking-app.ts'

describe.each(engines)('released results that wait for their day on $engine', ({ open }) => {
  let office: RankingApp
  let id: string
  let draftId: string

  beforeEach(async () => {
    office = await startRankingApp(open)
    id = await office.addGradedApplication({ average: 10 })
    await moveTo('2026-07-23')
    draftId = (await office.computeDraft()).id
  })
  afterEach(() => office.close())

  const moveTo = (resultsOn: string | null, notifyApplicants?: object) =>
    office.call<WireRecord>(office.admin, 'PATCH', '/api/admission-rounds/update', {
      ...{ id: office.roundId, resultsOn, ...(notifyApplicants && { notifyApplicants }) },
    })
  const release = () => office.runTransition(office.admin, draftId, 'release')
  const readDraft = async () =>
    (await office.call<WireRecord>(office.admin, 'GET', `/api/admission-drafts/${draftId}`)).data
  const goTo = (instant: string) => office.wait(Date.parse(instant) - office.now().getTime())
  const inMinutes = (minutes: number) =>
    new Date(office.now().getTime() + minutes * minuteMs).toISOString()

  test('are announced on the new day, and applicants learn of it', async () => {
    expect((await release()).data.notifyAt).toBe('2026-07-22T21:00:00.000Z')
    expect((await moveTo('2026-07-24', {})).status).toBe(200)
    expect(await readDraft()).toMatchObject({
      ...{ state: 'released', notifyAt: '2026-07-23T21:00:00.000Z' },
    })
    const history = await office.call<Page<WireChange>>(
      ...([office.admin, 'GET', `/api/admission-drafts/${draftId}/history`] as const),
    )
    expect(history.data.list[0]?.changes).toEqual([
      {
        ...{ field: 'notifyAt', before: '2026-07-22T21:00:00.000Z' },
        after: '2026-07-23T21:00:00.000Z',
      },
    ])
    office.wait(3 * minuteMs)
    expect(await sendDateNotices(office.context)).toBe(1)
    goTo('2026-07-23T20:59:59Z')
    expect(await applyReleasedDrafts(office.context)).toBe(0)
    expect(await office.placeOf(id)).toBe('none')
    goTo('2026-07-23T21:00:00Z')
    expect(await applyReleasedDrafts(office.context)).toBe(1)
    expect(await office.placeOf(id)).toBe('letters budget')
  })

  test('can still be taken back on the former day', async () => {
    await release()
    await moveTo('2026-07-24')
    goTo('2026-07-23T09:00:00Z')
    expect((await office.runTransition(office.admin, draftId, 'takeBack')).status).toBe(200)
    await moveTo('2026-07-25')
    expect(await readDraft()).toMatchObject({ state: 'ready', notifyAt: null })
  })

  test.each([
    ['moved to a day that has come', '2026-07-20'],
    ['removed', null],
  ])('are announced after the hold if the day is %s', async (_, resultsOn) => {
    await release()
    goTo('2026-07-21T09:00:00Z')
    expect((await moveTo(resultsOn)).status).toBe(200)
    expect(await readDraft()).toMatchObject({ notifyAt: inMinutes(2) })
    expect(await applyReleasedDrafts(office.context)).toBe(0)
    office.wait(2 * minuteMs)
    expect(await applyReleasedDrafts(office.context)).toBe(1)
  })

  test('do not move once they are due', async () => {
    await release()
    goTo('2026-07-22T21:00:00Z')
    await moveTo('2026-07-24')
    expect(await readDraft()).toMatchObject({ notifyAt: '2026-07-22T21:00:00.000Z' })
    expect(await applyReleasedDrafts(office.context)).toBe(1)
  })

  test('wait for the new day if it is moved while they are released', async () => {
    const [released, moved] = await Promise.all([release(), moveTo('2026-07-24')])
    expect(moved.status).toBe(200)
    expect([200, 409]).toContain(released.status)
    if (released.status === 409) {
      expect(released.failure.code).toBe('record.stale')
      expect((await release()).status).toBe(200)
    }
    expect(await readDraft()).toMatchObject({ notifyAt: '2026-07-23T21:00:00.000Z' })
  })
})
