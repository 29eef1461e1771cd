/** @vitest-environment jsdom */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConsoleContext } from '@matricola/console/app/console-context.ts'
import { getPageComponent } from '@matricola/console/app/pages.ts'
import { FieldInput } from '@matricola/console/fields/field-input.tsx'
import { FieldValue } from '@matricola/console/fields/field-value.tsx'
import { createSample } from '@matricola/console/screens/field-types/sample.ts'
import { asAnyResource } from '@matricola/schema/registry.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { universityConsole } from '#src/console.ts'
import { parseGuide } from '#tests/support/guide.ts'
import { books } from './resources/books.ts'
import { specimens } from './resources/specimens.ts'

/** Tests run in the root of the project. */
const root = process.cwd()
const renderInConsole = (element: ReactElement) =>
  renderToStaticMarkup(createElement(ConsoleContext, { value: universityConsole }, element))
const record = {
  id: '',
  version: 1,
  createdAt: '',
  updatedAt: '',
  _title: '',
  _titles: {},
  _can: [],
}

test('an entity of a pack has the generated pages, or the pack’s own page instead', () => {
  expect(getPageComponent(universityConsole, 'books', 'show')).not.toBe(
    getPageComponent(universityConsole, 'loans', 'show'),
  )
  expect(getPageComponent(universityConsole, 'books', 'list')).toBe(
    getPageComponent(universityConsole, 'loans', 'list'),
  )
})

test('a field uses the input and display component that its declaration names, without a custom field type', () => {
  const [resource, name] = [asAnyResource(books), 'copies']
  const control = { id: 'r', labelId: 'l', required: false, values: {}, onChange: () => undefined }
  const spec = fieldOf(resource, name)
  expect(
    renderInConsole(createElement(FieldInput, { ...control, resource, name, spec, value: 3 })),
  ).toContain('type="range"')
  const listPages = (isShort: boolean) =>
    renderInConsole(
      createElement(FieldValue, { resource, name, record: { ...record, copies: 3 }, isShort }),
    )
  expect([listPages(true), listPages(false)]).toEqual(['★★★', '3'])
})

test('a pack’s field type uses its own input and display, and appears with the others on the test page of field types', () => {
  const [resource, name] = [asAnyResource(specimens), 'rating']
  const spec = fieldOf(resource, name)
  const control = { id: 'r', labelId: 'l', required: false, values: {}, onChange: () => undefined }
  expect(
    renderInConsole(createElement(FieldInput, { ...control, resource, name, spec, value: 3 })),
  ).toContain('type="range"')
  expect(
    renderInConsole(
      createElement(FieldValue, { resource, name, record: { ...record, rating: 4 } }),
    ),
  ).toBe('4/5')
  expect(Object.keys(createSample(registry).resource.fields)).toEqual(
    expect.arrayContaining(['text', 'money', 'rating']),
  )
})

test('the guide to custom field types matches the pack of these tests', () => {
  const steps = parseGuide(readFileSync(join(root, 'docs/a-field.md'), 'utf8')).filter(
    ({ language }) => /^tsx?$/.test(language),
  )
  expect(steps.map(({ path }) => path)).toEqual([
    'custom/src/field-components.tsx',
    'custom/field-types/rating/type.ts',
    'custom/field-types/rating/components.tsx',
  ])
  for (const { path, text } of steps)
    expect(text, path).toBe(
      readFileSync(join(root, path.replace('custom/', 'tests/pack/')), 'utf8'),
    )
  const lines = parseGuide(readFileSync(join(root, 'docs/a-field.md'), 'utf8')).filter(
    ({ language }) => language === 'diff',
  )
  for (const { path, text } of lines) {
    const [before = '', after = ''] = text.split('\n').map((line) => line.slice(1))
    expect(readFileSync(join(root, path), 'utf8'), path).toContain(before)
    expect(
      readFileSync(join(root, path.replace('custom/', 'tests/pack/')), 'utf8'),
      path,
    ).toContain(after)
  }
})

test('the guide to rows, links and computed values matches the pack of these tests', () => {
  const steps = parseGuide(readFileSync(join(root, 'docs/rows-and-links.md'), 'utf8')).filter(
    ({ language }) => language === 'ts',
  )
  expect(steps.map(({ path }) => path)).toEqual([
    'custom/resources/books.ts',
    'custom/resources/orders.ts',
  ])
  for (const { path, text } of steps)
    expect(text, path).toBe(
      readFileSync(join(root, path.replace('custom/', 'tests/pack/')), 'utf8'),
    )
})
