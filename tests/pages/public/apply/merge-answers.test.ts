import { expect, test } from 'vitest'
import { type DraftContent, emptyAnswers } from '#src/public/apply/application-draft.ts'
import { createMergeReport, mergeDrafts } from '#src/public/apply/server-draft/merge.ts'

const createContent = (
  values: object,
  documents: DraftContent['documents'] = {},
): DraftContent => ({
  values: { ...emptyAnswers, ...values },
  filled: [],
  documents,
})

test('a value changed on one device is taken from that device, and a value changed on both is taken from the preferred one', () => {
  const base = createContent(
    { city: 'Turda', phone: '1', lastName: 'Pop' },
    { fileCV: 'cv', fileDiploma: 'diploma' },
  )
  const phone = createContent(
    { city: 'Cluj-Napoca', phone: '2', lastName: 'Pop' },
    { fileCV: 'cv', fileIdCard: 'card' },
  )
  const laptop = createContent(
    { city: 'Turda', phone: '3', lastName: 'Popa' },
    { fileCV: 'new cv', fileDiploma: 'diploma' },
  )
  const merged = mergeDrafts(base, phone, laptop, phone)
  expect(merged.values).toMatchObject({ city: 'Cluj-Napoca', phone: '2', lastName: 'Popa' })
  expect(merged.documents).toEqual({ fileCV: 'new cv', fileIdCard: 'card' })
  expect(mergeDrafts(base, phone, laptop, laptop).values.phone).toBe('3')
})

test('related answers come from one device: a birth date is not combined from two', () => {
  const withBirthDate = (birthDay: string, birthMonth: string, birthYear: string) =>
    createContent({ birthDay, birthMonth, birthYear })
  const ownDraft = withBirthDate('12', '3', '')
  const merged = mergeDrafts(
    withBirthDate('', '', ''),
    ownDraft,
    withBirthDate('13', '', '2006'),
    ownDraft,
  )
  expect(merged.values).toMatchObject({ birthDay: '12', birthMonth: '3', birthYear: '' })
})

test('choices of programmes come from one device: their order is not combined from two', () => {
  const createChoices = (specializationId: string, choices: string, fundingPreference = 'budget') =>
    createContent({ specializationId, choices, fundingPreference })
  const base = createChoices('law', 'history fee')
  const ownDraft = createChoices('history', 'law budget', 'fee')
  const merged = mergeDrafts(
    base,
    ownDraft,
    createChoices('law', 'history fee,letters fee'),
    ownDraft,
  )
  expect(merged.values).toMatchObject({
    specializationId: 'history',
    choices: 'law budget',
    fundingPreference: 'fee',
  })
})

test('an emptied answer is merged like any other change', () => {
  expect(
    mergeDrafts(
      createContent({ city: 'Turda' }),
      createContent({ city: '' }),
      createContent({ city: 'Turda' }),
      createContent({ city: 'Turda' }),
    ).values.city,
  ).toBe('')
})

test('values adopted from another device are listed, and so are conflicting values that were not adopted', () => {
  const base = createContent(
    { city: 'Turda', phone: '1', lastName: 'Pop', birthDay: '1' },
    { fileCV: 'cv' },
  )
  const mine = createContent(
    { city: 'Cluj-Napoca', phone: '1', lastName: 'Popa', birthDay: '1' },
    { fileCV: 'cv' },
  )
  const theirs = createContent(
    { city: 'Dej', phone: '1', lastName: 'Pop', birthDay: '2', birthYear: '2006' },
    { fileCV: 'new cv' },
  )
  expect(
    createMergeReport({ base, mine, theirs, together: mergeDrafts(base, mine, theirs, mine) }),
  ).toEqual({
    taken: ['birthDate', 'fileCV'],
    kept: ['city'],
  })
  expect(
    createMergeReport({ base, mine, theirs, together: mergeDrafts(base, mine, theirs, theirs) })
      .taken,
  ).toEqual(['birthDate', 'city', 'fileCV'])
  expect(createMergeReport({ base, mine: base, theirs: base, together: base })).toEqual({
    taken: [],
    kept: [],
  })
})
