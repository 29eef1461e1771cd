/** @vitest-environment jsdom */
import { expect, test } from 'vitest'
import { pageFor } from '#src/console/pages.ts'

test('an entity of a pack has the generated pages, and its own where the pack brings one', () => {
  expect(pageFor('books', 'show')).not.toBe(pageFor('loans', 'show'))
  expect(pageFor('books', 'list')).toBe(pageFor('loans', 'list'))
})
