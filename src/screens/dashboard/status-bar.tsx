import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChoiceColor } from '#model/vocabulary.ts'
import { numberDisplay } from '#src/fields/number-text.ts'
import { currentLanguage } from '#src/i18n.ts'

/** Statuses in the order of the process, each in the colour of its stamp. */
const statuses = [
  ['submitted', 'blue'],
  ['under_review', 'violet'],
  ['update_requested', 'amber'],
  ['in_progress', 'neutral'],
  ['accepted', 'green'],
  ['declined', 'red'],
] as const satisfies readonly (readonly [string, ChoiceColor])[]

/** Registrations by status as one bar, each part named with its number and share; the same as a table on request. */
export function StatusBar({ counts }: { readonly counts: { readonly [status: string]: number } }) {
  const { t } = useTranslation('shell')
  const [isTable, setTable] = useState(false)
  const id = useId()
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total === 0) return <p className="list-state sheet">{t('dashboard.noRegistrations')}</p>
  const parts = statuses
    .map(([status, color]) => ({ status, color, count: counts[status] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map((part) => ({
      ...part,
      word: t(`dashboard.statuses.${part.status}`),
      number: numberDisplay(part.count, currentLanguage(), 0),
      percent: new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 1 }).format(part.count / total),
    }))
  return (
    <div className="sheet status-sheet">
      <div className="status-bar" aria-hidden="true">
        {parts.map(({ status, color, count }) => (
          <span key={status} style={{ flexGrow: count, background: `var(--mark-${color})` }} />
        ))}
      </div>
      <ul className="status-legend" aria-label={t('dashboard.distribution')}>
        {parts.map(({ status, color, word, number, percent }) => (
          <li key={status}>
            <span className="status-swatch" style={{ background: `var(--mark-${color})` }} aria-hidden="true" />
            {t('dashboard.share', { status: word, number, percent })}
          </li>
        ))}
      </ul>
      <button type="button" className="button-link" aria-expanded={isTable} aria-controls={id} onClick={() => setTable(!isTable)}>
        {t('dashboard.asTable')}
      </button>
      {isTable && (
        <table id={id} className="status-table">
          <thead>
            <tr>
              <th scope="col">{t('dashboard.status')}</th>
              <th scope="col">{t('dashboard.number')}</th>
              <th scope="col">{t('dashboard.percent')}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ status, word, number, percent }) => (
              <tr key={status}>
                <th scope="row">{word}</th>
                <td>{number}</td>
                <td>{percent}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
