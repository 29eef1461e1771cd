/**
 * The status page on a phone, in Romanian, for applicants of the demo's early admission: the answer,
 * the reason, and the next action.
 */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoAccessCode } from '#demo/applicant-emails.ts'
import { type EarlyApplication, earlyReferenceOf } from '#demo/merit/early-admissions.ts'
import { statusPath } from '#resources/paths.ts'
import {
  expectContrastInOtherTheme,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPage,
  takeConsoleErrors,
} from '#tests/support/browser.ts'

/** The part of the page that is visible without scrolling. */
const screenHeight = 740

async function open(page: Page, name: EarlyApplication) {
  await page.goto(`${statusPath}?lng=ro`)
  await page.getByRole('button', { name: 'Am un număr de înregistrare și un cod de acces' }).click()
  await page.getByLabel('Număr de înregistrare').fill(earlyReferenceOf(name))
  await page.getByLabel('Cod de acces').fill(demoAccessCode)
  await page.getByRole('button', { name: 'Deschidere', exact: true }).click()
}

/** A day in words. The demo's days depend on the day of the test. */
const day = String.raw`\d{1,2} [a-z]+ \d{4}`

interface ExpectedScreen {
  readonly chip: string
  readonly title: string
  readonly sentence: string
  readonly card: string
  /** The message under the card. */
  readonly why?: string
  /** The button that has to be visible without scrolling. */
  readonly action?: string
}

const screens: readonly (readonly [EarlyApplication, ExpectedScreen])[] = [
  [
    'followsInEducation',
    {
      chip: 'Loc de confirmat',
      title: 'Ați obținut un loc',
      sentence: `În Etapa a II-a ați obținut opțiunea 1\\. Confirmați locul până [a-zăâ]+, ${day}; altfel îi revine candidatului următor\\.`,
      card: `Pedagogie, buget De confirmat până [a-zăâ]+, ${day}, 23:59 \\(ora României\\)`,
      action: 'Confirmați locul',
    },
  ],
  [
    'movesUp',
    {
      chip: 'Confirmat',
      title: 'Ați trecut la o opțiune mai bună',
      sentence: `S-a eliberat un loc la opțiunea 1, iar acum este al dumneavoastră, așa cum ați cerut\\. Înmatricularea: până [a-zăâ]+, ${day}\\.`,
      card: 'Până acum Înainte: Psihologie, buget Acum Acum: Calculatoare, buget Opțiunea 1 din 2.*',
    },
  ],
  [
    'becomesFeePaying',
    {
      chip: 'Loc de confirmat',
      title: 'Locul dumneavoastră s-a schimbat',
      sentence: `Noile rezultate vă oferă un loc cu taxă\\. Răspundeți până [a-zăâ]+, ${day}\\.`,
      card: `Oferit pe ${day} Înainte: Drept, buget Acum Acum: Drept, cu taxă De confirmat până .*`,
      why: 'De ce: Contestația altui candidat a fost admisă, iar ordinea s-a schimbat\\. Ultimul candidat admis are media 9,34; dumneavoastră aveți 9,00\\.',
      action: 'Confirmați locul',
    },
  ],
  [
    'isRetracted',
    {
      chip: 'În așteptare: nr. 1',
      title: 'Nu mai aveți acest loc',
      sentence: `Pe ${day} v-am oferit un loc la Psihologie, buget\\. Am fost nevoiți să îl retragem\\. Ne pare rău\\.`,
      card: `Oferit pe ${day} Înainte: Psihologie, buget Pe lista de așteptare pentru Acum: Psihologie, buget Aveți numărul 1 pe lista de așteptare Contestații până .* Următoarele rezultate .*`,
      why: 'De ce: Contestația altui candidat a fost admisă, iar ordinea s-a schimbat\\. Ultimul candidat admis are media 8,90; dumneavoastră aveți 8,60\\.',
    },
  ],
  [
    'waitsBehindKept',
    {
      chip: 'În așteptare: nr. 1',
      title: 'Sunteți prim(a|ul) pe listă',
      sentence:
        'În Etapa a II-a nu ați obținut un loc\\. Nu trebuie să faceți nimic pentru a rămâne pe listă\\.',
      card: 'Informatică, buget Aveți numărul 1 pe lista de așteptare Următoarele rezultate .*',
      why: 'Media 9,90, poziția 1 din 4\\. Nu există locuri libere: 2 au fost confirmate anterior și se păstrează\\.',
    },
  ],
]

test('on a phone, five applicants read their answer, the reason and what to do on the first screen', async () => {
  for (const [name, expected] of screens) {
    const page = await openPage({ width: 360, language: 'ro' })
    await page.setViewportSize({ width: 360, height: screenHeight })
    await open(page, name)
    await page.getByText(earlyReferenceOf(name), { exact: true }).waitFor()
    const main = page.getByRole('main')
    const textOf = async (selector: string) =>
      (await main.locator(selector).first().innerText()).replace(/\s+/g, ' ').trim()
    const expectText = async (selector: string, pattern: string) =>
      expect(await textOf(selector), name).toMatch(new RegExp(`^${pattern}$`))
    expect(await textOf('.status-head'), name).toContain(expected.chip)
    await expectText('h1', expected.title)
    await expectText('h1 + p', expected.sentence)
    await expectText('.place-card', expected.card)
    if (expected.why) {
      await main.locator('.message').waitFor()
      await expectText('.message', expected.why)
    }
    if (expected.action) {
      const box = await page.getByRole('button', { name: expected.action }).boundingBox()
      expect(box && box.y + box.height, name).toBeLessThanOrEqual(screenHeight)
    }
    await expectNoHorizontalScroll(page)
    await expectNoAxeViolations(page)
    await expectContrastInOtherTheme(page)
    expect(takeConsoleErrors(page).filter((line) => !/status of 40[14]/.test(line))).toEqual([])
    await page.context().close()
  }
})
