import { useRegistry } from '@matricola/console/app/console-context.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { moneyDisplay, numberDisplay } from '@matricola/console/fields/number-text.ts'
import { currentLanguage } from '@matricola/console/i18n.ts'
import { toPageParams } from '@matricola/console/pages/list/use-list-query.ts'
import { areaResources } from '@matricola/schema/areas.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { emptyListQuery } from '@matricola/schema/wire/list-query.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { WireAdmissionFigures, WireDashboard } from '#resources/academic/wire-dashboard.ts'
import { defaultCurrency } from '#resources/currency.ts'
import { registrationsPath } from '../registrations-path.ts'

/** Key figures of the university; skeletons until they are loaded. */
export function KeyFigures({ figures }: { readonly figures: WireDashboard | undefined }) {
  const language = currentLanguage()
  const count = (value: number | undefined) =>
    value === undefined ? undefined : numberDisplay(value, language, 0)
  return (
    <dl className="figures panel">
      <KeyFigure
        name="totalStudents"
        value={count(figures?.totalStudents)}
        list="students"
        filters={{ status: 'active' }}
      />
      <KeyFigure
        name="facultyMembers"
        value={count(figures?.facultyMembers)}
        list="professors"
        filters={{ isActive: 'true' }}
      />
      <KeyFigure name="registrations" value={count(figures?.registrations)} list="registrations">
        {figures?.admission && <YearComparison admission={figures.admission} />}
      </KeyFigure>
      <KeyFigure
        name="totalRevenue"
        value={figures && moneyDisplay(figures.totalRevenue, language, defaultCurrency)}
        list="finances"
      />
    </dl>
  )
}

/**
 * Compares the current admission session with last year's session at the same time after its
 * opening.
 */
function YearComparison({ admission }: { readonly admission: WireAdmissionFigures }) {
  const { t } = useTranslation('dashboard')
  const { role } = useUser()
  const language = currentLanguage()
  const { id, name, registrations, lastYear } = admission
  const change =
    lastYear &&
    new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }).format(
      registrations - lastYear.registrations,
    )
  return (
    <dd className="figure-note">
      <Link to={registrationsPath(role, { filters: { admissionSessionId: id } })}>
        {t('inAdmission', { number: registrations, name })}
      </Link>
      {lastYear && <> · {t('sameDay', { change, number: lastYear.registrations })}</>}
    </dd>
  )
}

interface KeyFigureProps {
  readonly name: 'totalStudents' | 'facultyMembers' | 'registrations' | 'totalRevenue'
  readonly value: string | undefined
  /**
   * The list whose records the figure counts. The figure is a link if the user has access to the
   * list.
   */
  readonly list: string
  /** Filters that limit the list to these records. */
  readonly filters?: { readonly [field: string]: string }
  readonly children?: React.ReactNode
}

function KeyFigure({ name, value, list, filters = {}, children }: KeyFigureProps) {
  const { t } = useTranslation('dashboard')
  const { role } = useUser()
  const registry = useRegistry()
  const [hasExplanation, setHasExplanation] = useState(false)
  const id = useId()
  const resource = areaResources(registry, role).find((candidate) => candidate.name === list)
  const query = resource
    ? toPageParams({ ...emptyListQuery, filters, sort: resource.list.sort }, resource)
    : ''
  const label = t(`${name}`)
  return (
    <div className="figure">
      <dt>
        {resource ? <Link to={`${pagePaths(resource, role).list}?${query}`}>{label}</Link> : label}
        <button
          type="button"
          className="figure-info"
          aria-expanded={hasExplanation}
          aria-controls={id}
          aria-label={t('whatCounts', { label })}
          onClick={() => setHasExplanation(!hasExplanation)}
        >
          <span aria-hidden="true">?</span>
        </button>
      </dt>
      <dd className="figure-value">{value ?? <span className="skeleton" aria-hidden="true" />}</dd>
      {children}
      <dd id={id} className="figure-note" hidden={!hasExplanation}>
        {t(`definitions.${name}`)}
      </dd>
    </div>
  )
}
