import { usePageText } from '@matricola/console/fields/page-text.ts'
import type { KeyboardEvent } from 'react'
import { splits } from './review-preferences.ts'

interface SplitProps {
  readonly split: number
  readonly onChange: (split: number) => void
}

const step = 2
const [smallest, largest] = [30, 70]

/** The divider between data and documents. Arrow keys move it. */
export function Splitter({ split, onChange }: SplitProps) {
  const { t } = usePageText()
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (!by) return
    event.preventDefault()
    onChange(Math.min(largest, Math.max(smallest, split + by)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be moved
    <div
      className="review-splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('review.split.label')}
      aria-valuenow={split}
      aria-valuemin={smallest}
      aria-valuemax={largest}
      onKeyDown={onKeyDown}
    />
  )
}

/** Sets the position of the divider with three buttons. */
export function SplitButtons({ split, onChange }: SplitProps) {
  const { t } = usePageText()
  return (
    <fieldset className="review-splits" aria-label={t('review.split.label')}>
      {splits.map((option) => (
        <button key={option} type="button" className="button-icon" aria-pressed={option === split} onClick={() => onChange(option)}>
          {option}/{100 - option}
        </button>
      ))}
    </fieldset>
  )
}
