import { translate } from '@matricola/console/i18n.ts'
import { bulkText } from '@matricola/console/pages/bulk/bulk-text.ts'
import { issueCodes } from '@matricola/schema/wire/issue.ts'
import { expect, test } from 'vitest'
import { universityIssues } from '#resources/codes.ts'
import { languages } from '#resources/languages.ts'
import { setAddress } from '../support/browser.ts'

const codes = [...issueCodes, ...universityIssues]

test.each(languages)(
  'every row issue has a text in %s that contains its parameters, with numbers in the format of the language',
  async (language) => {
    await setAddress('/', language, 'bulk', 'resources', 'errors.jobs')
    const untranslated = codes.flatMap((code) => {
      const names = [...translate(`errors:issues.${code}`, {}).matchAll(/\{\{(\w+)\}\}/g)].map(
        ([, name = '']) => name,
      )
      return names.length > 0
        ? [{ code, params: Object.fromEntries(names.map((name) => [name, 1234.5])) }]
        : []
    })
    expect(untranslated.length).toBeGreaterThan(40)
    const formattedNumber = new Intl.NumberFormat(language).format(1234.5)
    for (const issue of untranslated) {
      const issueText = bulkText().issue(issue)
      expect(issueText, issue.code).not.toMatch(/\{\{|\}\}/)
      expect(issueText, issue.code).toContain(formattedNumber)
    }
  },
)

test('the reason why a row is skipped is shown with its numbers, for issues of the university too', async () => {
  await setAddress('/', 'en', 'bulk', 'resources', 'errors.jobs')
  expect(bulkText().issue({ code: 'credits.tooFew', params: { have: 52, need: 80 } })).toBe(
    'The student has earned 52 credits but needs 80.',
  )
  expect(bulkText().issue({ code: 'grade.published' })).toBe(
    'This grade is published. Give a reason to correct it.',
  )
})
