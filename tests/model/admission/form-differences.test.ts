/** Changes to the content of an application form, and the differences between two contents. */
import { toPredicate, toRows } from '@matricola/console/fields/condition-rows.ts'
import type { Predicate } from '@matricola/schema/predicate.ts'
import { expect, test } from 'vitest'
import {
  type FormContent,
  type FormItem,
  formContentSchema,
} from '#resources/admission/form-content.ts'
import { formFacts } from '#resources/admission/form-facts.ts'
import { usualForm } from '#resources/admission/usual-form.ts'
import {
  copyItem,
  createPartId,
  moveItem,
  orderConflict,
  shiftItem,
  uniqueKey,
} from '#src/screens/application-forms/content-edits.ts'
import {
  formDifferences,
  withNewIds,
  withoutUnknownConditions,
} from '#src/screens/application-forms/version-differences.ts'

const text = (id: string, changes: object = {}): FormItem =>
  ({
    id,
    key: id.replace('_', ''),
    type: 'text',
    max: 40,
    label: { ro: id },
    required: true,
    ...changes,
  }) as FormItem
const [a, b, c] = ['q_aaaaaa', 'q_bbbbbb', 'q_cccccc'].map((id) => text(id)) as [
  FormItem,
  FormItem,
  FormItem,
]
const form = (...pages: readonly (readonly FormItem[])[]): FormContent => ({
  pages: pages.map((items, index) => ({
    id: `p_page0${index}`,
    title: { ro: `Pagina ${index}` },
    items: [...items],
  })),
})
const kinds = (before: FormContent, after: FormContent) =>
  formDifferences(before, after).map((one) => [
    one.kind,
    'item' in one ? one.item.id : 'page' in one ? one.page.id : one.field,
  ])

test('differences name the fields of every application whose texts changed', () => {
  const before = form([a])
  const help = { ro: 'Ajutor' }
  expect(kinds(before, { ...before, fixed: [{ field: 'phone', help }] })).toEqual([
    ['texts', 'phone'],
  ])
})

test('differences name what was added, removed, moved and changed', () => {
  expect(kinds(form([a, b, c]), form([a, b, c]))).toEqual([])
  expect(kinds(form([a, b]), form([b, a]))).toHaveLength(1)
  expect(kinds(form([a, b, c]), form([b, c, a]))).toEqual([['moved', a.id]])
  expect(kinds(form([a, b]), form([a], [b]))).toEqual([
    ['pageAdded', 'p_page01'],
    ['moved', b.id],
  ])
  expect(kinds(form([a], [b]), form([a]))).toEqual([
    ['removed', b.id],
    ['pageRemoved', 'p_page01'],
  ])
  const changed = text(a.id, {
    label: { ro: 'Altfel' },
    max: 50,
    asks: { isMinor: { eq: true } },
    required: false,
    listed: true,
  })
  expect(kinds(form([a]), form([changed, c]))).toEqual([
    ['texts', a.id],
    ['settings', a.id],
    ['asks', a.id],
    ['required', a.id],
    ['use', a.id],
    ['added', c.id],
  ])
})

test('questions move within a page and to the neighbouring one', () => {
  const order = ({ pages }: FormContent) => pages.map(({ items }) => items.map(({ id }) => id))
  const content = form([a, b], [c])
  expect(order(shiftItem(content, a.id, 1))).toEqual([[b.id, a.id], [c.id]])
  expect(order(shiftItem(content, b.id, 1))).toEqual([[a.id], [b.id, c.id]])
  expect(order(shiftItem(content, c.id, -1))).toEqual([[a.id, b.id, c.id], []])
  expect(shiftItem(content, a.id, -1)).toBe(content)
  expect(order(moveItem(content, a.id, { pageId: 'p_page01', index: 1 }))).toEqual([
    [b.id],
    [c.id, a.id],
  ])
})

test('an order is refused if a question precedes one that it reads', () => {
  const reader = text(b.id, { required: { [a.id]: { eq: 'x' } } })
  expect(orderConflict(form([a, reader]))).toBeUndefined()
  expect(orderConflict(form([reader], [a]))).toEqual({ reader, read: a })
})

test('copies have ids and names of their own', () => {
  const choice = text(a.id, {
    key: 'entryKind',
    type: 'choice',
    options: [{ id: 'o_first1', label: {} }],
  })
  const copy = copyItem(form([choice]), choice)
  expect(copy.id).not.toBe(choice.id)
  expect(copy.key).toBe('entryKind2')
  expect('options' in copy && copy.options[0]?.id).not.toBe('o_first1')
  expect(uniqueKey(form([]), 'Țara diplomei?')).toBe('taraDiplomei')
})

test('the usual form is valid, also with new ids', () => {
  const copied = withNewIds(usualForm, createPartId)
  for (const content of [usualForm, copied])
    expect(formContentSchema.safeParse(content).success).toBe(true)
  expect(orderConflict(copied)).toBeUndefined()
  expect(JSON.stringify(copied)).not.toContain('q_entry0')
})

test('conditions that read missing questions are left out', () => {
  const reader = text(b.id, { asks: { [a.id]: { eq: 'x' } }, required: { [a.id]: { eq: 'x' } } })
  expect(withoutUnknownConditions(form([reader]))).toEqual(form([text(b.id)]))
  expect(withoutUnknownConditions(form([a, reader]))).toEqual(form([a, reader]))
})

const fields = Object.entries(formFacts).map(([name, spec]) => ({
  name,
  label: name,
  spec,
  isOptional: true,
}))
test.each<Predicate>([
  { degree: { eq: 'bachelor' } },
  { degree: { in: ['bachelor', 'master'] } },
  { and: [{ age: { gte: 18 } }, { or: [{ isMinor: { eq: true } }, { age: { isNull: true } }] }] },
  { or: [{ age: { gte: 18 } }, { and: [{ isMinor: { eq: false } }, { age: { lt: 30 } }] }] },
  { not: { or: [{ age: { gte: 18 } }, { isMinor: { eq: true } }] } },
  { not: { citizenshipGroup: { eq: 'ro' } } },
  { citizenship: { contains: 'R' } },
])('rows say the same as the predicate %j', (predicate) => {
  const rows = toRows(predicate)
  expect(rows && toPredicate(rows, fields)).toEqual(predicate)
})

test('rows cannot show a negated conjunction or a value of another field', () => {
  expect(toRows({ not: { and: [{ age: { gte: 18 } }, { age: { lt: 30 } }] } })).toBeNull()
  expect(toRows({ age: { eq: { value: 'isMinor' } } })).toBeNull()
})

test('a row without a valid value has no effect', () => {
  const rows = toRows({ and: [{ age: { gte: 18 } }, { isMinor: { eq: true } }] })
  const unfinished = rows && {
    ...rows,
    parts: rows.parts.map((part, index) => (index === 0 ? { ...part, operand: 'x' } : part)),
  }
  expect(unfinished && toPredicate(unfinished, fields)).toEqual({ isMinor: { eq: true } })
})
