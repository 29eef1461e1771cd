import { expect, test } from 'vitest'
import { library } from '../library/app.ts'

test('the declarations of the fixture are valid', () => {
  expect(library.findMistakes()).toEqual([])
})
