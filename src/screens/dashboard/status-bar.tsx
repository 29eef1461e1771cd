import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { emptyListQuery } from '#model/list-query.ts'
import { choiceKey } from '#model/message-keys.ts'
import { pagesOf } from '#model/paths.ts'
import { resourceNamed, resources } from '#resources/index.ts'
import { usePerson } from '#src/console/person.ts'
import { numberDisplay } from '#src/fields/number-text.ts'
import { currentLanguage } from '#src/i18n.ts'
import { toPageParams } from '#src/pages/list/use-list-query.ts'

const { status: field } = resources.registrations.fields

/** Registrations by status as one bar, each part named with its number and share and leading to its list; the same as a table on request. */
export function StatusBar({ counts }: { readonly counts: { readonly [status: string]: number } }) {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = usePerson()
  const [isTable, setTable] = useState(false)
  const id = useId()
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total === 0) return <p className="list-state sheet">{t('shell:dashboard.noRegistrations')}</p>
  const registrations = resourceNamed('registrations')
  // The order of the choices is the order of the process; each has the colour of its stamp.
  const parts = Object.entries(field.choices)
    .map(([status, { color }]) => ({ status, color, count: counts[status] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map((part) => ({
      ...part,
      path: `${pagesOf(registrations, role).list}?${toPageParams({ ...emptyListQuery, filters: { status: part.status }, sort: registrations.list.sort }, registrations)}`,
      word: t(`resources:${choiceKey(registrations, 'status', part.status)}`),
      number: numberDisplay(part.count, currentLanguage(), 0),
      percent: new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 1 }).format(part.count / total),
    }))
  return (
    <div className="sheet status-sheet">
      <div className="status-bar" aria-hidden="true">
        {parts.map(({ status, color, count, path }) => (
          <Link key={status} to={path} tabIndex={-1} style={{ flexGrow: count, background: `var(--mark-${color})` }} />
        ))}
      </div>
      <ul className="status-legend" aria-label={t('shell:dashboard.distribution')}>
        {parts.map(({ status, color, word, number, percent, path }) => (
          <li key={status}>
            <span className="status-swatch" style={{ background: `var(--mark-${color})` }} aria-hidden="true" />
            <Link to={path}>{t('shell:dashboard.share', { status: word, number, percent })}</Link>
          </li>
        ))}
      </ul>
      <button type="button" className="button-link" aria-expanded={isTable} aria-controls={id} onClick={() => setTable(!isTable)}>
        {t('shell:dashboard.asTable')}
      </button>
      {isTable && (
        <table id={id} className="status-table">
          <thead>
            <tr>
              <th scope="col">{t('shell:dashboard.status')}</th>
              <th scope="col">{t('shell:dashboard.number')}</th>
              <th scope="col">{t('shell:dashboard.percent')}</th>
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
