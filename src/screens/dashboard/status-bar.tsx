import { useUser } from '@matricola/console/app/user-context.ts'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { currentLanguage } from '@matricola/console/i18n.ts'
import { choiceKey } from '@matricola/schema/message-keys.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { getResource, resources } from '#resources/index.ts'
import { registrationsPath } from '../registrations-path.ts'
import { ChartTable } from './chart-table.tsx'

const { status: field } = resources.registrations.fields

interface StatusBarProps {
  readonly counts: { readonly [status: string]: number }
  /** Filters for the linked lists, in addition to the status. */
  readonly filters?: { readonly [field: string]: string }
  /** Text shown if there are no applications. */
  readonly emptyText: string
}

/**
 * Shows the applications by status as a single bar. Each part shows its number and percentage, and
 * links to its list. The numbers are also available as a table.
 */
export function StatusBar({ counts, filters = {}, emptyText }: StatusBarProps) {
  const { t } = useTranslation(['dashboard', 'resources'])
  const { role } = useUser()
  const language = currentLanguage()
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total === 0) return <p className="list-state panel">{emptyText}</p>
  const registrations = getResource('registrations')
  const number = (value: number) => numberDisplay(value, language, 0)
  let from = 0
  // The choices are declared in the order of the process. Each part has the colour of its stamp.
  const parts = Object.entries(field.choices)
    .map(([status, { color }]) => ({ status, color, count: counts[status] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map((part) => {
      const start = from
      from += part.count
      return {
        ...part,
        start,
        path: registrationsPath(role, { filters: { ...filters, status: part.status } }),
        label: t(`resources:${choiceKey(registrations, 'status', part.status)}`),
        number: number(part.count),
        percent: new Intl.NumberFormat(language, {
          style: 'percent',
          maximumFractionDigits: 1,
        }).format(part.count / total),
      }
    })
  const undecided = (counts.submitted ?? 0) + (counts.in_progress ?? 0)
  const name = t('dashboard:distributionName', {
    waiting: number(undecided),
    count: total,
    total,
  })
  return (
    <div className="panel status-panel">
      <div className="status-bar">
        <svg role="img" aria-label={name} viewBox={`0 0 ${total} 1`} preserveAspectRatio="none">
          {parts.map(({ status, color, count, start }) => (
            <rect
              key={status}
              x={start}
              y={0}
              width={count}
              height={1}
              style={{ fill: `var(--mark-${color})` }}
            />
          ))}
        </svg>
        <div className="status-parts" aria-hidden="true">
          {parts.map(({ status, count, path, label }) => (
            <Link key={status} to={path} tabIndex={-1} title={label} style={{ flexGrow: count }} />
          ))}
        </div>
      </div>
      <ul className="status-legend" aria-label={t('dashboard:distribution')}>
        {parts.map(({ status, color, label, number, percent, path }) => (
          <li key={status}>
            <span
              className="status-swatch"
              style={{ background: `var(--mark-${color})` }}
              aria-hidden="true"
            />
            <Link to={path}>{t('dashboard:share', { status: label, number, percent })}</Link>
          </li>
        ))}
      </ul>
      <ChartTable
        label={t('dashboard:distribution')}
        columns={[t('dashboard:status'), t('dashboard:number'), t('dashboard:percent')]}
        rows={parts.map(({ label, number, percent }) => [label, number, percent])}
      />
    </div>
  )
}
