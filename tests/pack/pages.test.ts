/** @vitest-environment jsdom */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { asAny } from '#model/registry.ts'
import { fieldOf } from '#model/resource.ts'
import { pageFor } from '#src/console/pages.ts'
import { FieldInput } from '#src/fields/inputs.tsx'
import { FieldValue } from '#src/fields/values.tsx'
import { sample } from '#src/screens/field-kinds/sample.ts'
import { specimens } from './resources/specimens.ts'

test('an entity of a pack has the generated pages, and its own where the pack brings one', () => {
  expect(pageFor('books', 'show')).not.toBe(pageFor('loans', 'show'))
  expect(pageFor('books', 'list')).toBe(pageFor('loans', 'list'))
})

test('a kind of a pack is written and shown by its own face, and stands beside the others where all are looked at (DECL-11)', () => {
  const [resource, name] = [asAny(specimens), 'rating']
  const spec = fieldOf(resource, name)
  const control = { id: 'r', labelId: 'l', required: false, values: {}, onChange: () => undefined }
  expect(renderToStaticMarkup(createElement(FieldInput, { ...control, resource, name, spec, value: 3 }))).toContain('type="range"')
  const record = { id: '', version: 1, createdAt: '', updatedAt: '', _title: '', _titles: {}, _can: [], rating: 4 }
  expect(renderToStaticMarkup(createElement(FieldValue, { resource, name, record }))).toBe('★★★★')
  expect(Object.keys(sample.fields)).toEqual(expect.arrayContaining(['text', 'money', 'rating']))
})
