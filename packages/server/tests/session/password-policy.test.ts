import { describe, expect, test } from 'vitest'
import { commonWords } from '../../session/common-words.ts'
import { passwordIssues } from '../../session/password-policy.ts'

const context = ['Ana Popescu', 'ana.popescu', 'ana.popescu@univ.ro', 'Universitatea Matricola']
const codes = (password: string) => passwordIssues(password, context).map((issue) => issue.code)

describe('a new password', () => {
  test.each([
    ['11 characters', 'kuf!9vwtzqx', 'password.tooShort'],
    ['129 characters', 'kuf!9vwtzqxm'.repeat(10).padEnd(129, 'ż'), 'password.tooLong'],
    ['11 emoji, 22 UTF-16 units', '😀🐴🔋📎😴🎲🧭🪁🧵🫧🪵', 'password.tooShort'],
  ])('of %s is refused because of its length in characters', (_, password, code) => {
    expect(codes(password)).toEqual([code])
  })

  test.each([
    'password1234',
    'Password1234!',
    'P@ssw0rd2024',
    'parolaparola',
    'Parola123456!',
    'qwertyuiop12',
    '1q2w3e4r5t6y',
    '1qaz2wsx3edc',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '123456789012',
    '111111222222',
    'iloveyou2024',
    'Welcome12345',
    'administrator',
    'administrator1',
    'student12345',
    'universitate1',
    'summervacation',
    'steauabucuresti',
    'motdepasse123',
    'passwort12345',
    'anapopescu1990',
    'Popescu-Ana-1',
    'matricola2026!',
    'matricola.univ',
  ])('that attackers try early, such as %s, is refused', (password) => {
    expect(codes(password)).toEqual(['password.common'])
  })

  test.each([
    'correct horse battery staple',
    'plumb wicket ozone trellis',
    'kuf!9vwtzqxm',
    'Șase pisici vopsesc garduri mov',
    'zT4#rQ9!mW2&',
    'Der Fuchs mag keine Steuererklärung',
    '   leading spaces kept   ',
  ])('that is long and unusual, such as %s, is accepted', (password) => {
    expect(codes(password)).toEqual([])
  })

  test('is checked against several hundred base words, each in all its spellings', () => {
    expect(commonWords.size).toBeGreaterThan(1000)
  })
})
