import { findManyIssues, findSlowFields } from '@matricola/testing/hostile-values.ts'
import { describe, expect, test } from 'vitest'
import { allResources } from '#resources/index.ts'

describe('a malicious value', () => {
  test('is rejected or normalized by every field of every form as fast as a harmless one', () => {
    expect(findSlowFields(allResources)).toEqual([])
  })

  test('that is a list of thousands of invalid entries is rejected with a few issues', () => {
    expect(findManyIssues(allResources)).toEqual([])
  })
})
