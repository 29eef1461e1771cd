import { expect, test } from 'vitest'
import { findPatternMistake, matchesPattern } from '../values/declared-pattern.ts'

test.each([
  [
    '(a+)+',
    'it repeats a part that can match in several ways, which can cause catastrophic backtracking',
  ],
  [
    '(?:a|a)*',
    'it repeats a part that can match in several ways, which can cause catastrophic backtracking',
  ],
  [
    '(?:a{1,9}){1,9}',
    'it repeats a part that can match in several ways, which can cause catastrophic backtracking',
  ],
  ['.*.*.*.*', 'it can match text in too many ways. Narrow the limits of its repetitions.'],
  [
    'a{0,20}a{0,20}a{0,20}a{0,20}',
    'it can match text in too many ways. Narrow the limits of its repetitions.',
  ],
  ['(?=a)b', 'unsupported group at 1. Only (?: …) is supported.'],
  ['(a)\\1', 'unsupported escape \\1 at 4'],
  ['\\w+', 'unsupported escape \\w at 1'],
  ['^a$', 'unexpected ^ at 1. Patterns always match the whole text.'],
  [
    '[z-a]',
    'invalid range z-a at 2. Use two digits, two lower-case or two upper-case letters in ascending order.',
  ],
  ['[[:alpha:]]', 'unexpected [ in a character class at 2'],
  ['(ab', 'unmatched ( at 1'],
  ['ab)', 'unmatched ) at 3'],
  ['[]', 'empty or unclosed character class at 1'],
  ['a{3,1}', 'invalid repetition {3,1}'],
  ['a**', 'unexpected ** at 2'],
  ['a||b', 'empty alternative or group at 3'],
  ['', 'it is empty'],
])('the pattern %s is rejected: %s', (source, problem) => {
  expect(findPatternMistake(source, 100)).toBe(problem)
})

test('an accepted expression matches any text quickly, even where backtracking would take forever', () => {
  for (const source of ['[a-z]+[a-z]+x', '(?:ab)*c', '[A-Z]{1,3}-?\\d*']) {
    expect(findPatternMistake(source, 200)).toBeUndefined()
    expect(matchesPattern('a'.repeat(200), source, 200)).toBe(false)
  }
})
