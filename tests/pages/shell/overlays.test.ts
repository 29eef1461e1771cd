import { lazyModules } from '@matricola/testing/pages/lazy-modules.ts'
import { expect, test } from 'vitest'

test('the application has no overlay with lazily loaded code, which a test like that of the packages would have to open', () => {
  expect(lazyModules('src', 'custom/src')).toEqual([])
})
