import { Icon } from '../../icons/icon.tsx'
import type { ImportCounts } from './import-calls.ts'
import { useExchangeText } from './use-exchange-text.ts'

const icons = {
  created: 'plus',
  changed: 'pencil',
  same: 'check',
  problems: 'warning',
  skipped: 'minus',
  removed: 'minus',
} as const
const alwaysVisible = ['created', 'changed', 'same', 'problems'] as const

interface ImportCountListProps {
  readonly counts: ImportCounts
  /** Number of values that empty cells clear. */
  readonly removed?: number | undefined
  /** Whether the counts are of a completed import. */
  readonly isDone?: boolean
}

/**
 * Shows four counts of rows, and the counts of skipped rows and cleared values unless they are
 * zero.
 */
export function ImportCountList({ counts, removed = 0, isDone = false }: ImportCountListProps) {
  const { t, number } = useExchangeText()
  const all = { ...counts, removed }
  const visible = [
    ...alwaysVisible,
    ...(['skipped', 'removed'] as const).filter((name) => all[name] > 0),
  ]
  return (
    <dl className="import-counts">
      {visible.map((name) => (
        <div key={name} data-count={name} data-none={all[name] === 0 || undefined}>
          <dt>
            <Icon name={icons[name]} />
            {t(isDone ? `counts.done.${name}` : `counts.${name}`)}
          </dt>
          <dd>{number(all[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
