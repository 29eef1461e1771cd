import type { AnyResource } from '@matricola/schema/resource.ts'
import { libraryRegistry } from '@matricola/testing/library/pages.tsx'
import { expect, test } from 'vitest'
import { recordActionNames } from '../../../pages/show/tone.ts'

test('a record offers the actions that are declared for rows and allowed now, destructive ones last', () => {
  const members = libraryRegistry.get('members')
  const { workflow } = members
  if (!workflow) expect.fail('members have a workflow')
  const { suspend, resume, leave } = workflow.transitions
  const changed = {
    ...members,
    workflow: {
      ...workflow,
      transitions: { leave, suspend: { ...suspend, on: [] }, resume: { ...resume, on: ['row'] } },
    },
  } as AnyResource
  const record = {
    id: '',
    version: 1,
    createdAt: '',
    updatedAt: '',
    _title: '',
    _titles: {},
    _can: [],
  }
  const isAllowed = Object.assign(() => true, { visit: () => true })
  expect(recordActionNames(members, record, isAllowed)).toEqual(['resume', 'suspend', 'leave'])
  expect(recordActionNames(changed, record, isAllowed)).toEqual(['resume', 'leave'])
  const canOnlyLeave = Object.assign((action: string) => action === 'leave', isAllowed)
  expect(recordActionNames(changed, record, canOnlyLeave)).toEqual(['leave'])
})
