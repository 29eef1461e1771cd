import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../theme/${name}`, import.meta.url)), 'utf8')
const css = read('tokens.css')
interface Colours {
  readonly marks: { readonly [mark: string]: { readonly [part: string]: string } }
  readonly [name: string]: unknown
}
const tokens: { readonly light: Colours; readonly dark: Colours } = JSON.parse(read('tokens.json'))
const parts = { c: '', bg: '-tint', on: '-on' }

test.each(['light', 'dark'] as const)(
  'the style sheet has every colour of the %s theme and no other',
  (theme) => {
    const [, block = ''] =
      new RegExp(`data-theme=["']${theme}["']\\] \\{([^}]*)\\}`).exec(css) ?? []
    const found = Object.fromEntries(
      [...block.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]),
    )
    const { marks, ...plain } = tokens[theme]
    const kebab = (name: string) =>
      name.replace(/[A-Z]|\d/g, (letter) => `-${letter.toLowerCase()}`)
    const expected = Object.entries(plain).map(([name, value]) => [
      kebab(name),
      String(value).toLowerCase(),
    ])
    for (const [mark, colours] of Object.entries(marks)) {
      for (const [part, value] of Object.entries(colours)) {
        expected.push([`mark-${mark}${parts[part as keyof typeof parts]}`, value.toLowerCase()])
      }
    }
    expect(found).toEqual(Object.fromEntries(expected))
  },
)
