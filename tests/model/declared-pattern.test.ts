import { expect, test } from 'vitest'
import { findPatternMistake, matchesPattern } from '#model/values/declared-pattern.ts'

test.each([
  ['(a+)+', 'repeats a part that can match in several ways, which can keep a program busy for ever'],
  ['(?:a|a)*', 'repeats a part that can match in several ways, which can keep a program busy for ever'],
  ['(?:a{1,9}){1,9}', 'repeats a part that can match in several ways, which can keep a program busy for ever'],
  ['.*.*.*.*', 'can match a text in too many ways: give its repetitions narrower limits'],
  ['a{0,20}a{0,20}a{0,20}a{0,20}', 'can match a text in too many ways: give its repetitions narrower limits'],
  ['(?=a)b', 'has a group with ?, at 1: only (?: …) is understood'],
  ['(a)\\1', 'has \\1, which is not understood, at 4'],
  ['\\w+', 'has \\w, which is not understood, at 1'],
  ['^a$', 'has ^, at 1: it is always the whole text that is meant'],
  ['[z-a]', 'has the range z-a, at 2: ranges go from a digit, a small or a capital letter to a later one'],
  ['[[:alpha:]]', 'has [ within [ ], at 2'],
  ['(ab', 'has a ( that is never closed, at 1'],
  ['ab)', 'has a ) too many, at 3'],
  ['[]', 'has a [ without an end, or with nothing in it, at 1'],
  ['a{3,1}', 'has {3,1}, which is no number of times'],
  ['a**', 'has **, at 2'],
  ['a||b', 'has nothing where a part belongs, at 3'],
  ['', 'is empty'],
])('the expression %s is refused: it %s', (source, said) => {
  expect(findPatternMistake(source, 100)).toBe(said)
})

test('an accepted expression matches any text quickly, even where backtracking would take forever', () => {
  for (const source of ['[a-z]+[a-z]+x', '(?:ab)*c', '[A-Z]{1,3}-?\\d*']) {
    expect(findPatternMistake(source, 200)).toBeUndefined()
    expect(matchesPattern('a'.repeat(200), source, 200)).toBe(false)
  }
})
