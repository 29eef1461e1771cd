import { Icon } from '#src/icons/icon.tsx'
import type { ImportCounts } from './import-calls.ts'
import { useExchangeText } from './use-exchange-text.ts'

const icons = { created: 'plus', changed: 'pencil', same: 'check', problems: 'warning', skipped: 'minus' } as const
const always = ['created', 'changed', 'same', 'problems'] as const

/** The rows in four numbers, and a fifth where rows were passed over. `isDone`: they tell what has been done. */
export function Counts({ counts, isDone = false }: { readonly counts: ImportCounts; readonly isDone?: boolean }) {
  const { t, number } = useExchangeText()
  const shown = counts.skipped > 0 ? ([...always, 'skipped'] as const) : always
  return (
    <dl className="import-counts">
      {shown.map((name) => (
        <div key={name} data-count={name} data-none={counts[name] === 0 || undefined}>
          <dt>
            <Icon name={icons[name]} />
            {t(isDone ? `counts.done.${name}` : `counts.${name}`)}
          </dt>
          <dd>{number(counts[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
