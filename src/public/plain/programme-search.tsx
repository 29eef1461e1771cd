import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import type { ReactNode } from 'react'
import type { AdmissionOverview } from '#resources/admission/admission-overview.ts'
import {
  filterParams,
  filterProgrammes,
  filterSearch,
  isFiltered,
  type ProgrammeFilter,
  programmesPerPage,
} from '#resources/admission/programme-filter.ts'
import { admissionPath } from '#resources/paths.ts'
import { usePublicConfig } from '../public-config.ts'
import { degrees, useDegreeName } from './degree-stamp.tsx'
import { ProgrammeList } from './programme-list.tsx'
import { useLinkPath, useUrlLanguage } from './use-link-path.ts'
import { usePlainText } from './use-plain-text.ts'

interface ProgrammeSearchProps {
  readonly overview: AdmissionOverview
  readonly filter: ProgrammeFilter
}

/** The programmes as cards, with a filter that needs no scripts. */
export function ProgrammeSearch({ overview, filter }: ProgrammeSearchProps) {
  const t = usePlainText('admission')
  const resources = usePlainText('resources')
  const linkPath = useLinkPath()
  const { publicConfig } = usePublicConfig()
  if (!publicConfig || overview.programmes.length === 0) return null
  const found = filterProgrammes(publicConfig, overview, filter)
  const pages = Math.max(1, Math.ceil(found.length / programmesPerPage))
  const page = Math.min(filter.page, pages)
  return (
    <section aria-labelledby="programmes">
      <h2 id="programmes">{resources('specializations.many')}</h2>
      <search>
        <FilterForm overview={overview} filter={filter} />
      </search>
      <LiveRegion className="programme-count">
        {resources('specializations.count', { count: found.length })}
      </LiveRegion>
      {found.length === 0 ? (
        <p>
          {t('filter.none')}{' '}
          <a href={`${linkPath(admissionPath)}#programmes`}>{t('filter.clear')}</a>
        </p>
      ) : (
        <ProgrammeList
          programmes={found.slice((page - 1) * programmesPerPage, page * programmesPerPage)}
          departments={overview.departments}
        />
      )}
      {pages > 1 ? <Pages {...{ filter, page, pages }} /> : null}
    </section>
  )
}

function FilterForm({ overview, filter }: ProgrammeSearchProps) {
  const t = usePlainText('admission')
  const resources = usePlainText('resources')
  const form = usePlainText('apply')
  const linkPath = useLinkPath()
  const urlLanguage = useUrlLanguage()
  const nameOf = useDegreeName()
  const offered = (values: readonly string[]) => [...new Set(values)]
  const cycles = offered(overview.programmes.map(({ cycle }) => cycle))
  const languages = offered(overview.programmes.map(({ language }) => language))
  return (
    <form className="programme-filter" action={`${admissionPath}#programmes`}>
      {urlLanguage ? <input type="hidden" name="lng" value={urlLanguage} /> : null}
      <label className="programme-words">
        {t('filter.words')}
        <input
          className="input"
          type="search"
          name={filterParams.words}
          defaultValue={filter.words}
          maxLength={100}
        />
      </label>
      <FilterSelect
        name={filterParams.degree}
        label={resources('specializations.fields.cycle')}
        value={filter.degree}
        options={degrees
          .filter((cycle) => cycles.includes(cycle))
          .map((cycle) => [cycle, nameOf(cycle)])}
      />
      <FilterSelect
        name={filterParams.department}
        label={resources('specializations.fields.departmentProfileId')}
        value={filter.department}
        options={overview.departments.map(({ id, name }) => [id, name])}
      />
      <FilterSelect
        name={filterParams.language}
        label={resources('specializations.fields.language')}
        value={filter.language}
        options={languages.map((language) => [language, form(`teachingLanguages.${language}`)])}
      />
      <FilterBox name={filterParams.isOpen} isChecked={filter.isOpen}>
        {t('filter.open')}
      </FilterBox>
      <FilterBox name={filterParams.isStateFunded} isChecked={filter.isStateFunded}>
        {t('filter.funded')}
      </FilterBox>
      <div className="programme-filter-actions">
        <button type="submit" className="button">
          {t('filter.apply')}
        </button>
        {isFiltered(filter) ? (
          <a href={`${linkPath(admissionPath)}#programmes`}>{t('filter.clear')}</a>
        ) : null}
      </div>
    </form>
  )
}

interface FilterSelectProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
}

function FilterSelect({ name, label, value, options }: FilterSelectProps) {
  const t = usePlainText('admission')
  if (options.length < 2) return null
  return (
    <label>
      {label}
      <select className="input" name={name} defaultValue={value}>
        <option value="">{t('filter.all')}</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

function FilterBox({
  name,
  isChecked,
  children,
}: {
  readonly name: string
  readonly isChecked: boolean
  readonly children: ReactNode
}) {
  return (
    <label className="programme-filter-box">
      <input type="checkbox" name={name} value="1" defaultChecked={isChecked} />
      {children}
    </label>
  )
}

interface PagesProps {
  readonly filter: ProgrammeFilter
  readonly page: number
  readonly pages: number
}

function Pages({ filter, page, pages }: PagesProps) {
  const t = usePlainText('admission')
  const linkPath = useLinkPath()
  const link = (to: number, text: string, rel: 'prev' | 'next') =>
    to < 1 || to > pages ? null : (
      <a
        className="button"
        rel={rel}
        href={`${linkPath(admissionPath, filterSearch({ ...filter, page: to }))}#programmes`}
      >
        {text}
      </a>
    )
  return (
    <nav className="programme-pages" aria-label={t('filter.pages')}>
      {link(page - 1, t('filter.previous'), 'prev')}
      <span>{t('filter.page', { page, pages })}</span>
      {link(page + 1, t('filter.next'), 'next')}
    </nav>
  )
}
