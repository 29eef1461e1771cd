import { libraryRegistry } from '@matricola/testing/library/pages.tsx'
import { expect, test } from 'vitest'
import { withField } from '../../../pages/exchange/column-mapping.ts'
import { openSteps, visibleStep } from '../../../pages/exchange/import-step-names.ts'
import { parseClipboardCells } from '../../../pages/exchange/paste/clipboard-cells.ts'
import {
  consecutiveFields,
  createPasteBlock,
  pasteFields,
} from '../../../pages/exchange/paste/paste-block.ts'

test('a block of cells is accepted in the format that spreadsheets copy', () => {
  expect(parseClipboardCells('a\tb\r\nc\t\r\n')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ])
  expect(parseClipboardCells('"two\nlines"\t"said ""yes"""\n')).toEqual([
    ['two\nlines', 'said "yes"'],
  ])
  expect(parseClipboardCells('5" nails\t"open')).toEqual([['5" nails', '"open']])
  expect(parseClipboardCells('\n')).toEqual([])
  expect(parseClipboardCells('')).toEqual([])
})

test('the columns of a block map to one field each, in the order shown, and surplus columns map to none', () => {
  const fields = pasteFields(libraryRegistry.get('branches'), 'librarian', ['budget', 'office'])
  expect(fields[0]).toBe('office')
  expect(fields).not.toContain('budget')
  expect(consecutiveFields(['a', 'b', 'c'], 'b', 3)).toEqual(['b', 'c', null])
})

test('a block skips columns without a field and rows without a record', () => {
  const cells = [
    ['1', 'x', 'A'],
    ['2', 'y'],
    ['3', 'z', 'C'],
  ]
  expect(createPasteBlock(cells, ['office', null, 'phone'], ['one', 'two'])).toEqual({
    fields: ['office', 'phone'],
    rows: [
      { id: 'one', cells: ['1', 'A'] },
      { id: 'two', cells: ['2', ''] },
    ],
  })
})

test('a field that is assigned to a second column is removed from the first', () => {
  expect(withField(['name', null, 'email'], 1, 'name')).toEqual([null, 'name', 'email'])
  expect(withField(['name', null], 0, null)).toEqual([null, null])
})

test('the URL opens a step only once the import has reached it', () => {
  expect(visibleStep(null, 'preview')).toBe('file')
  expect(visibleStep('mapping', 'preview')).toBe('columns')
  expect(visibleStep('ready', 'preview')).toBe('preview')
  expect(visibleStep('ready', null)).toBe('check')
  expect(visibleStep('done', 'columns')).toBe('run')
  expect(openSteps('running')).toEqual(['run'])
})
