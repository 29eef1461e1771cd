/** The build rejects custom pages for an unknown entity or an unknown type of page. */

import { screenMistakes } from '@matricola/schema/checks/screens.ts'
import { expect, test } from 'vitest'
import { resources } from '#resources/index.ts'
import type { ScreenOverrides } from '#src/screens/index.ts'
import { findUnknownScreens } from '../../scripts/unknown-screens.mjs'

const known = Object.keys(resources)

test.each([
  ['dormitry.show', 'unknown entity "dormitry". Did you mean "dormitory"?'],
  [
    'courses.lst',
    'unknown kind of page "lst", expected list, show, create, edit. Did you mean "list"?',
  ],
  ['courses', 'unknown entity ""'],
  ['nothing.at.all.show', 'unknown entity "nothing.at.all"'],
])('the build refuses the page %s and reports its location', (name, problem) => {
  expect(screenMistakes([name], [...known, 'dormitory'])).toEqual([
    `custom/src/index.ts: page "${name}": ${problem}`,
  ])
})

test('the build accepts pages of known entities', () => {
  expect(screenMistakes(['courses.list', 'courses.edit', 'exam-resits.show'], known)).toEqual([])
})

test('the pages of the program and of a pack pass the build', async () => {
  expect(await findUnknownScreens()).toEqual([])
  expect(await findUnknownScreens({ condition: 'library' })).toEqual([])
})

test('a page of an unknown entity does not compile', () => {
  // @ts-expect-error: no entity has this name
  const screens: ScreenOverrides = { 'dormitry.show': undefined }
  expect(Object.keys(screens)).toHaveLength(1)
})
