/** Undoing the removal of a question or a page in the editor of application forms. */
import { expect, test } from 'vitest'
import type { FormContent, FormItem } from '#resources/admission/form-content.ts'
import {
  removeItem,
  removePage,
  replaceItem,
  restorePart,
} from '#src/screens/application-forms/content-edits.ts'

const item = (letter: string, text = letter): FormItem => ({
  ...{ id: `q_${letter.repeat(6)}`, key: letter, type: 'text', max: 20, required: false },
  label: { en: text },
})
const page = (letter: string, ...items: FormItem[]) => ({
  ...{ id: `p_${letter.repeat(6)}`, title: { en: letter } },
  items,
})
const before: FormContent = { pages: [page('a', item('a'), item('b')), page('b', item('c'))] }

test('a question returns to its place, and later changes stay', () => {
  const changed = replaceItem(removeItem(before, 'q_aaaaaa'), item('b', 'changed'))
  expect(restorePart(changed, before, 'q_aaaaaa')).toEqual({
    pages: [page('a', item('a'), item('b', 'changed')), page('b', item('c'))],
  })
})

test('a page returns with its questions, and later changes stay', () => {
  const changed = replaceItem(removePage(before, 'p_aaaaaa'), item('c', 'changed'))
  expect(restorePart(changed, before, 'p_aaaaaa')).toEqual({
    pages: [page('a', item('a'), item('b')), page('b', item('c', 'changed'))],
  })
})

test('a question whose page was removed as well is put on the last page', () => {
  const changed = removePage(removeItem(before, 'q_aaaaaa'), 'p_aaaaaa')
  expect(restorePart(changed, before, 'q_aaaaaa')).toEqual({
    pages: [page('b', item('a'), item('c'))],
  })
})
