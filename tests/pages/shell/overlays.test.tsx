/** Overlays of the application whose code is loaded on demand. */
import { clearSelections } from '@matricola/console/pages/bulk/selection.ts'
import { lazyModules } from '@matricola/testing/pages/lazy-modules.ts'
import { type LazyOverlay, testLazyOverlays } from '@matricola/testing/pages/lazy-overlays.ts'
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AdmissionApp } from '#tests/support/admission-app.ts'
import type { StudyApp } from '#tests/support/study-app.ts'
import { openConsole, serverSide } from '../support/console-app.tsx'

let office: AdmissionApp
let study: StudyApp
let studentId: string
beforeAll(async () => {
  const { startAdmissionApp, startStudyApp } = await serverSide()
  office = await startAdmissionApp()
  await office.addApplication('submitted')
  study = await startStudyApp()
  studentId = (await study.addStudent()).personId
})
afterAll(async () => {
  await office.close()
  await study.close()
})
beforeEach(clearSelections)

/** A dialog about the selected applications, which an entry of a menu opens. */
const bulkDialog = (action: string): LazyOverlay => ({
  page: async () => {
    const user = await openConsole('/secretary/registrations', {
      ...{ api: office, caller: { ...office.ana, language: 'en' }, language: 'en' },
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    return user
  },
  open: async (user) => {
    const bar = within(screen.getByRole('region', { name: 'Selection' }))
    await user.click(bar.getByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('button', { name: action }))
  },
  find: () => screen.queryByRole('dialog', { name: new RegExp(action) }),
})

/** Every overlay created with `lazyOverlay`, by the module it loads. */
const overlays: { readonly [module: string]: LazyOverlay } = {
  'src/screens/review/many-message-dialog.tsx': bulkDialog('Write a message'),
  'src/screens/review/many-request-dialog.tsx': bulkDialog('Request changes'),
  'src/screens/study/payment-dialog.tsx': {
    page: async () => {
      const user = await openConsole(`/secretary/students/${studentId}`, {
        ...{ api: study, caller: study.secretary },
      })
      await screen.findByRole('button', { name: 'Record a payment' })
      return user
    },
    open: (user) => user.keyboard('b'),
    find: () => screen.queryByRole('dialog', { name: /^Payment of / }),
  },
}

test('every overlay with lazily loaded code is opened by a test in this file', () => {
  expect(lazyModules('src', 'custom/src')).toEqual(Object.keys(overlays).sort())
})

testLazyOverlays(overlays)
