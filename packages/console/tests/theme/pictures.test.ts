import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'

const sheets = ['fields/values.css', 'pages/show/show.css']
  .map((path) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8'))
  .join('\n')

test('an image is as high as a line in lists, and at most 15rem high on the page of its record', () => {
  const { window } = new JSDOM(
    `<style>${sheets}</style><img class="image-value"><dl class="details"><img class="image-value"></dl>`,
  )
  const [inList, onPage] = [...window.document.querySelectorAll('img')].map((image) =>
    window.getComputedStyle(image),
  )
  expect([inList?.height, inList?.maxHeight]).toEqual(['2.25rem', 'none'])
  expect([onPage?.height, onPage?.maxHeight]).toEqual(['auto', '15rem'])
})
