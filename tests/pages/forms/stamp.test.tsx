import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { choiceColors } from '#model/vocabulary.ts'
import { ChoiceStamp } from '#src/fields/stamp.tsx'

test('a decision is a solid stamp only in colours with enough contrast for text', () => {
  const solid = choiceColors.filter((color) =>
    renderToStaticMarkup(<ChoiceStamp option={{ color, icon: 'check' }} label="Ready" />).includes('stamp-solid'),
  )
  expect(solid).toEqual(['green', 'red'])
  expect(renderToStaticMarkup(<ChoiceStamp option={{ color: 'green', icon: 'clock' }} label="Ready" />)).not.toContain('stamp-solid')
})
