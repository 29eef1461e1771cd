import { choiceColors } from '@matricola/schema/vocabulary.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChoiceBadge } from '../../../fields/choice-badge.tsx'

test('the badge of a decision is filled only in colours with sufficient contrast for text', () => {
  const solid = choiceColors.filter((color) =>
    renderToStaticMarkup(<ChoiceBadge option={{ color, icon: 'check' }} label="Ready" />).includes(
      'state-badge-solid',
    ),
  )
  expect(solid).toEqual(['green', 'red'])
  expect(
    renderToStaticMarkup(<ChoiceBadge option={{ color: 'green', icon: 'clock' }} label="Ready" />),
  ).not.toContain('state-badge-solid')
})
