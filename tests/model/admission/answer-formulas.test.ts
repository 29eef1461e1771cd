/** Ranking rules that read answers of the application form. */
import { expect, test } from 'vitest'
import { answerKeysOf } from '#server/admission/ranking/formula.ts'

const rule = {
  ...{ formula: '0.7 * answers.portfolio + 0.3 * examGrade', requires: null, firstTie: null },
  ...{ secondTie: null, thirdTie: null, fourthTie: null, fifthTie: null },
}

test('name the questions that they read, each once', () => {
  expect(answerKeysOf(rule)).toEqual(['portfolio'])
  expect(answerKeysOf({ ...rule, formula: 'examGrade' })).toEqual([])
  expect(
    answerKeysOf({
      ...rule,
      ...{ requires: 'answers.points >= 5 and examGrade >= 5', firstTie: 'answers.portfolio' },
      fifthTie: 'max(answers.essay, answers.points)',
    }),
  ).toEqual(['portfolio', 'essay', 'points'])
})
