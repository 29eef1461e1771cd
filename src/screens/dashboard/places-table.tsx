import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { currentLanguage } from '@matricola/console/i18n.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { WirePlaces } from '#resources/academic/wire-dashboard.ts'
import { registrationsPath } from '../registrations-path.ts'

const initialCount = 8

/**
 * Places and applications per specialization. Specializations with the most applications come
 * first.
 */
export function PlacesTable({
  places,
  sessionId,
}: {
  readonly places: readonly WirePlaces[]
  readonly sessionId: string
}) {
  const { t } = useTranslation('dashboard')
  const recordPath = useRecordPath()
  const { role } = useUser()
  const language = currentLanguage()
  const [isExpanded, setExpanded] = useState(false)
  const number = (value: number | null, scale = 0) =>
    value === null ? '–' : numberDisplay(value, language, scale)
  const columns = ['places', 'registrations', 'accepted', 'left', 'registrationsPerPlace'] as const
  const visiblePlaces = isExpanded ? places : places.slice(0, initialCount)
  return (
    <div className="panel chart-panel">
      <section
        className="chart-table-box places-box"
        aria-label={t('tableOf', { label: t('placesTitle') })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
      >
        <table className="status-table places-table">
          <thead>
            <tr>
              <th scope="col">{t('placesColumns.specialization')}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`placesColumns.${column}`)}
                </th>
              ))}
              <th scope="col">{t('placesColumns.bar')}</th>
            </tr>
          </thead>
          <tbody>
            {visiblePlaces.map((row) => {
              const filters = {
                admissionSessionId: sessionId,
                specializationId: row.specializationId,
              }
              const path = recordPath('specializations', row.specializationId)
              return (
                <tr key={row.specializationId}>
                  <th scope="row">{path ? <Link to={path}>{row.title}</Link> : row.title}</th>
                  <td>{number(row.places)}</td>
                  <td>
                    <Link to={registrationsPath(role, { filters })}>
                      {number(row.registrations)}
                    </Link>
                  </td>
                  <td>
                    <Link
                      to={registrationsPath(role, { filters: { ...filters, status: 'accepted' } })}
                    >
                      {number(row.accepted)}
                    </Link>
                  </td>
                  <td>
                    {row.left !== null && row.left < 0 ? (
                      <strong>{number(row.left)}</strong>
                    ) : (
                      number(row.left)
                    )}
                  </td>
                  <td>{number(row.registrationsPerPlace, 1)}</td>
                  <td>
                    <PlacesBar
                      {...row}
                      name={t('placesBar', {
                        accepted: number(row.accepted),
                        places: number(row.places),
                        registrations: number(row.registrations),
                      })}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
      {places.length > initialCount && (
        <button
          type="button"
          className="button-link"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {t(isExpanded ? 'fewer' : 'allOf', { count: places.length })}
        </button>
      )}
    </div>
  )
}

/** A bar with accepted and all applications. A line marks the number of places. */
function PlacesBar({
  places,
  registrations,
  accepted,
  name,
}: WirePlaces & { readonly name: string }) {
  const total = Math.max(1, places ?? 0, registrations)
  return (
    <svg
      className="places-bar"
      role="img"
      aria-label={name}
      viewBox="0 0 100 12"
      preserveAspectRatio="none"
    >
      <rect className="places-all" x={0} y={0} width={(registrations / total) * 100} height={12} />
      <rect className="places-accepted" x={0} y={3} width={(accepted / total) * 100} height={6} />
      {places !== null && (
        <rect
          className="places-end"
          x={Math.min(98.5, (places / total) * 100)}
          y={0}
          width={1.5}
          height={12}
        />
      )}
    </svg>
  )
}
