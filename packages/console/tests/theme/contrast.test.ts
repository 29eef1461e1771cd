import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contrastRatio, isLegibleOn } from '@matricola/schema/values/contrast.ts'
import { expect, test } from 'vitest'

type Tokens = { readonly [theme in 'light' | 'dark']: { readonly [token: string]: string } }
const tokens: Tokens = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../theme/tokens.json', import.meta.url)), 'utf8'),
)
const grounds = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'selected']

test('contrast ranges from 1 to 21, regardless of the order of the colours', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastRatio('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrastRatio('#777777', '#777777')).toBe(1)
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test.each(['light', 'dark'] as const)(
  'a colour is legible in the %s theme if and only if it is legible on all of its backgrounds',
  (theme) => {
    for (let shade = 0; shade < 256; shade++) {
      const grey = `#${shade.toString(16).padStart(2, '0').repeat(3)}`
      const isLegible = grounds.every(
        (ground) => contrastRatio(grey, tokens[theme][ground] ?? '') >= 4.5,
      )
      expect(isLegibleOn(theme, grey), grey).toBe(isLegible)
    }
  },
)

test.each(['light', 'dark'] as const)(
  'the built-in colours of the %s theme pass the check',
  (theme) => {
    expect(
      [tokens[theme].primary, tokens[theme].link].map((color) => isLegibleOn(theme, color ?? '')),
    ).toEqual([true, true])
  },
)
