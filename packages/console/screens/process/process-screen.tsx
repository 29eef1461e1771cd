/** The page of a process: its stages, and the stage that the address names or the current one. */
import { readProcess } from '@matricola/schema/calls/processes.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { emptyListQuery } from '@matricola/schema/wire/list-query.ts'
import type { WireProcess, WireProcessList, WireStage } from '@matricola/schema/wire/process.ts'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useRegistry } from '../../app/console-context.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { agoText, longDate, longDateTime } from '../../fields/date-text.ts'
import { numberDisplay } from '../../fields/number-text.ts'
import { currentLanguage } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { Button } from '../../kit/button.tsx'
import { useLiveEvents } from '../../live/live.ts'
import { FieldsSkeleton, LoadFailed } from '../../pages/form/load-state.tsx'
import { defaultSort, toPageParams } from '../../pages/list/use-list-query.ts'
import { usePageShortcuts } from '../../shortcuts/page-shortcuts.ts'
import { useCall } from '../../use-call.ts'
import { KeyHint } from '../key-hint.tsx'
import '../screens.css'
import './process.css'

/** Minimum time between two requests that live events cause, in milliseconds. */
const minReloadMs = 5000

export function ProcessScreen({ name }: { readonly name: string }) {
  const [parameters] = useSearchParams()
  usePageTitle()
  const chosen = Object.fromEntries(
    ['subject', 'part'].flatMap((key) => {
      const value = parameters.get(key)
      return value ? [[key, value]] : []
    }),
  )
  const query = useCall(
    readProcess,
    { params: { name }, query: chosen },
    { keepPreviousResult: true },
  )
  const { dataUpdatedAt, refetch } = query
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLiveEvents(({ type }) => {
    if (type !== 'change' && type !== 'many' && type !== 'reset') return
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void refetch(),
      Math.max(0, dataUpdatedAt + minReloadMs - Date.now()),
    )
  })
  if (query.isError)
    return <LoadFailed message={query.error.message} onRetry={() => void refetch()} />
  if (!query.data) return <FieldsSkeleton />
  return query.data.subject ? (
    <OpenProcess process={query.data} onRetry={() => void refetch()} />
  ) : (
    <NoSubject process={query.data} />
  )
}

/** Offers to create the first subject. */
function NoSubject({ process }: { readonly process: WireProcess }) {
  const { t } = useTranslation(['process', 'resources'])
  const { role } = useUser()
  const resource = useRegistry().get(process.subjectResource)
  const can = usePermission()
  return (
    <div className="page process-empty">
      <p>{t('process:noSubject')}</p>
      {can('create', resource) && (
        <Link className="button button-primary" to={pagePaths(resource, role).create}>
          {t(`resources:${resource.name}.new`)}
        </Link>
      )}
    </div>
  )
}

interface ProcessProps {
  readonly process: WireProcess
  /** Reads the process again after a part of it could not be read. */
  readonly onRetry: () => void
}

/** Texts and paths of a process. */
function useProcessTexts({ name }: WireProcess) {
  const { t } = useTranslation(['process', 'resources'])
  const { role } = useUser()
  const registry = useRegistry()
  const can = usePermission()
  const language = currentLanguage()
  const queryOf = ({ resource, view, filters }: WireProcessList) => ({
    ...emptyListQuery,
    view,
    sort: defaultSort(registry.get(resource), view),
    filters: Object.fromEntries(filters),
  })
  return {
    t,
    language,
    stateName: (resource: string, state: string) =>
      t(`resources:${resource}.choices.${registry.get(resource).workflow?.field}.${state}`),
    stageName: (stage: string) => t(`process:processes.${name}.stages.${stage}`),
    nextLabel: (stage: string) => t(`process:processes.${name}.next.${stage}`),
    dateText: (value: string) =>
      value.length === 10 ? longDate(value, language) : longDateTime(value, language),
    numberText: (value: number | null) =>
      value === null ? '–' : numberDisplay(value, language, 0),
    /** Path of the list that shows exactly the counted records. */
    listPath: (list: WireProcessList) => {
      const resource = registry.get(list.resource)
      return `${pagePaths(resource, role).list}?${toPageParams(queryOf(list), resource)}`
    },
    /** Path of the page where an unmet check is fixed; null if the user may not open it. */
    checkPath: (
      { subject }: WireProcess,
      { resource: checked, list }: WireStage['checks'][number],
    ): string | null => {
      const resource = registry.get(checked)
      if (!can('update', resource)) return null
      const paths = pagePaths(resource, role)
      if (list) return `${paths.list}?${toPageParams(queryOf(list), resource)}`
      return resource.singleton
        ? paths.list
        : subject
          ? paths.edit.replace(':id', subject.id)
          : null
    },
    createPath: ({ resource: list }: WireProcessList) => pagePaths(registry.get(list), role).create,
  }
}

function OpenProcess({ process, onRetry }: ProcessProps) {
  const texts = useProcessTexts(process)
  const { t, stageName } = texts
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const { stages, subject, subjects, part, parts } = process
  const wanted = parameters.get('stage') ?? process.current
  const index = Math.max(
    0,
    stages.findIndex(({ name }) => name === wanted),
  )
  const stage = stages[index]
  const addressWith = (change: { readonly [name: string]: string | null }) => {
    const next = new URLSearchParams(parameters)
    for (const [name, value] of Object.entries(change))
      if (value === null) next.delete(name)
      else next.set(name, value)
    return `?${next}`
  }
  const goTo = (target: WireStage | undefined) =>
    target ? void navigate(addressWith({ stage: target.name })) : false
  const next = stage && nextPath(texts, process, stage)
  usePageShortcuts(t('process:stages'), [
    {
      keyLabels: ['←'],
      description: t('process:keys.previous'),
      triggers: ['arrowleft'],
      run: () => goTo(stages[index - 1]),
    },
    {
      keyLabels: ['→'],
      description: t('process:keys.next'),
      triggers: ['arrowright'],
      run: () => goTo(stages[index + 1]),
    },
    {
      keyLabels: ['1', '9'],
      description: t('process:keys.number'),
      triggers: stages.map((_, position) => String(position + 1)),
      run: (_, key) => goTo(stages[Number(key) - 1]),
    },
    {
      keyLabels: ['N'],
      description: t('process:keys.press'),
      triggers: ['n'],
      run: () => (next ? void navigate(next) : false),
    },
  ])
  return (
    <div className="process">
      <header className="process-head">
        <h2>{subject?.title}</h2>
        {subjects.length > 1 && (
          <label className="process-choice">
            <span className="visually-hidden">{t('process:subject')}</span>
            <select
              className="select"
              value={subject?.id}
              onChange={(event) =>
                void navigate(addressWith({ subject: event.target.value, part: null }))
              }
            >
              {subjects.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
        {parts.length > 0 && (
          <nav className="process-parts" aria-label={t('process:parts')}>
            {parts.map(({ id, title }) => (
              <Link
                key={id}
                to={addressWith({ part: id })}
                aria-current={id === part?.id ? 'true' : undefined}
              >
                {title}
              </Link>
            ))}
          </nav>
        )}
      </header>
      <nav aria-label={t('process:stages')}>
        <ol className="bare-list process-rail">
          {stages.map((each, position) => (
            <li key={each.name}>
              <Link
                to={addressWith({ stage: each.name })}
                className="process-stage"
                data-state={each.state}
                aria-current={each === stage ? 'step' : undefined}
              >
                <span className="process-mark" aria-hidden="true">
                  {each.state === 'done' ? (
                    <Icon name="check" />
                  ) : each.state === 'blocked' ? (
                    <Icon name="error" />
                  ) : (
                    position + 1
                  )}
                </span>
                <span className="process-stage-name">
                  {stageName(each.name)}
                  <span className="visually-hidden">, {t(`process:states.${each.state}`)}</span>
                </span>
                <strong className="process-count">
                  {each.checks.length > 0 && each.count === 0
                    ? t('process:ready')
                    : texts.numberText(each.count)}
                </strong>
                {each.due && (
                  <span className="process-due" data-late={each.isLate || undefined}>
                    {t(each.isLate ? 'process:late' : 'process:due', {
                      date: texts.dateText(each.due),
                    })}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className="process-columns">
        {stage && <StagePanel process={process} stage={stage} onRetry={onRetry} />}
        {process.dates.length > 0 && <Dates process={process} />}
      </div>
    </div>
  )
}

/** Path that the stage's button opens; null if the caller may not use it now. */
function nextPath(
  texts: ProcessTexts,
  process: WireProcess,
  { next, list, waitsFor, checks }: WireStage,
): string | null {
  if (!next.isAllowed || waitsFor.length > 0) return null
  if (list) return next.isCreate ? texts.createPath(list) : texts.listPath(list)
  const [first] = checks.flatMap((check) =>
    check.isMet ? [] : (texts.checkPath(process, check) ?? []),
  )
  return first ?? null
}

/** A stage: its number, what is in the way, and its button. */
function StagePanel({ process, stage, onRetry }: ProcessProps & { readonly stage: WireStage }) {
  const texts = useProcessTexts(process)
  const { t, stageName } = texts
  const { roles } = useRoleNames()
  const { list, count, total, blocks, waitsFor, next, daysLeft } = stage
  const path = nextPath(texts, process, stage)
  return (
    <section className="process-main" aria-labelledby="process-stage-title">
      <div className="panel process-panel">
        <div className="process-panel-text">
          <h3 id="process-stage-title">{stageName(stage.name)}</h3>
          {count === null ? (
            <Unreadable onRetry={onRetry} />
          ) : list === null ? (
            <p>
              {t(count === 0 ? 'process:allMet' : 'process:unmet', {
                count,
                total: texts.numberText(total),
              })}
            </p>
          ) : (
            <p>
              <Link to={texts.listPath(list)}>
                {total === null || total === count
                  ? t('process:made', { count })
                  : t('process:left', {
                      number: texts.numberText(count),
                      total: texts.numberText(total),
                    })}
              </Link>
            </p>
          )}
          {daysLeft !== null && (
            <p className="process-why">{t('process:daysLeft', { count: daysLeft })}</p>
          )}
          {waitsFor.length > 0 && (
            <p className="process-why">
              {t('process:waitsFor', { stages: waitsFor.map(stageName).join(', ') })}
            </p>
          )}
          {!next.isAllowed && (
            <p className="process-why">{t('process:onlyRoles', { roles: roles(next.roles) })}</p>
          )}
        </div>
        {path && (
          <Link className="button button-primary" to={path} aria-keyshortcuts="n">
            {texts.nextLabel(stage.name)} <KeyHint name="N" />
          </Link>
        )}
        {stage.states.length > 0 && <StateBar texts={texts} states={stage.states} />}
      </div>
      {list ? (
        <Blocks texts={texts} list={list} blocks={blocks} />
      ) : (
        <Checks texts={texts} process={process} checks={stage.checks} />
      )}
      {stage.people === null ? (
        <div className="panel process-blocks">
          <Unreadable onRetry={onRetry} />
        </div>
      ) : (
        stage.people.length > 0 && <People texts={texts} people={stage.people} />
      )}
    </section>
  )
}

type ProcessTexts = ReturnType<typeof useProcessTexts>

/** Shown instead of numbers that could not be read. */
function Unreadable({ onRetry }: Pick<ProcessProps, 'onRetry'>) {
  const { t } = useTranslation(['process', 'shell'])
  return (
    <p>
      {t('process:unknown')} <Button onClick={onRetry}>{t('shell:retry')}</Button>
    </p>
  )
}

/** All records by state, the last states first, with a link to those of each. */
function StateBar({
  texts: { listPath, numberText, stateName },
  states,
}: {
  readonly texts: ProcessTexts
  readonly states: WireStage['states']
}) {
  const shown = states.toReversed()
  return (
    <div className="process-states">
      <div className="process-bar" aria-hidden="true">
        {shown.map(({ state, count }, index) => (
          <span key={state} data-shade={index % shades} style={{ flexGrow: count ?? 0 }} />
        ))}
      </div>
      <ul className="bare-list">
        {shown.map(({ state, count, list }, index) => (
          <li key={state}>
            <span className="process-shade" data-shade={index % shades} aria-hidden="true" />
            <Link to={listPath(list)}>
              {stateName(list.resource, state)} {numberText(count)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Number of shades that the style sheet has for states. */
const shades = 6

/** The checks of a checklist, with a link to the page where an unmet one is fixed. */
function Checks({
  texts: { t, checkPath },
  process,
  checks,
}: {
  readonly texts: ProcessTexts
  readonly process: WireProcess
  readonly checks: WireStage['checks']
}) {
  return (
    <div className="panel process-blocks">
      <h3>{t('process:checks')}</h3>
      <ul className="bare-list">
        {checks.map((check) => {
          const name = t(`process:processes.${process.name}.checks.${check.name}`)
          const path = check.isMet ? null : checkPath(process, check)
          return (
            <li key={check.name} data-met={check.isMet || undefined}>
              <Icon name={check.isMet ? 'check' : 'warning'} />
              <span className="process-block-name">
                {name}
                {!check.isMet && <span className="process-why"> · {t('process:isUnmet')}</span>}
              </span>
              {path && (
                <Link className="button" to={path}>
                  {t('process:fix')} <span className="visually-hidden">{name}</span>
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Table of the people who work on the records of a stage. */
function People({
  texts: { t, listPath, numberText, language },
  people,
}: {
  readonly texts: ProcessTexts
  readonly people: NonNullable<WireStage['people']>
}) {
  return (
    <section className="panel process-blocks" aria-labelledby="process-people-title">
      <h3 id="process-people-title">{t('process:people.title')}</h3>
      <table className="plain-table stack-on-narrow">
        <thead>
          <tr>
            {['name', 'count', 'doneToday', 'oldest'].map((column) => (
              <th key={column} scope="col">
                {t(`process:people.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map(({ id, name, count, doneToday, oldestAt, isPresent, list }) => (
            <tr key={id ?? ''}>
              <td data-label={t('process:people.name')}>
                {name ?? t('process:people.nobody')}
                {isPresent && (
                  <span className="process-present"> {t('process:people.present')}</span>
                )}
              </td>
              <td data-label={t('process:people.count')}>
                {count === 0 ? '0' : <Link to={listPath(list)}>{numberText(count)}</Link>}
              </td>
              <td data-label={t('process:people.doneToday')}>
                {id === null ? '–' : numberText(doneToday)}
              </td>
              <td data-label={t('process:people.oldest')}>
                {oldestAt === null ? '–' : agoText(oldestAt, language)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** List of the records that prevent or delay the next stage. */
function Blocks({
  texts,
  list,
  blocks,
}: {
  readonly texts: ProcessTexts
  readonly list: WireProcessList
  readonly blocks: WireStage['blocks']
}) {
  const { t } = texts
  return (
    <div className="panel process-blocks">
      <h3>{t('process:attention')}</h3>
      {blocks.length === 0 ? (
        <p className="caption">{t('process:nothing')}</p>
      ) : (
        <ul className="bare-list">
          {blocks.map((block) => (
            <li key={block.view} data-stops={block.stops || undefined}>
              <Icon name={block.stops ? 'error' : 'warning'} />
              <strong className="process-block-count">{texts.numberText(block.count)}</strong>
              <span className="process-block-name">
                {t(`resources:${list.resource}.views.${block.view}`)}
                {block.stops && <span className="process-why"> · {t('process:stops')}</span>}
              </span>
              <Link className="button" to={texts.listPath(block.list)}>
                {t('process:show')}{' '}
                <span className="visually-hidden">
                  {t(`resources:${list.resource}.views.${block.view}`)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function useRoleNames() {
  const { t } = useTranslation('resources')
  return {
    roles: (roles: readonly string[]) =>
      roles.map((role) => t(`resources:users.choices.role.${role}`)).join(', '),
  }
}

function Dates({ process }: { readonly process: WireProcess }) {
  const { t, dateText } = useProcessTexts(process)
  return (
    <aside className="panel process-dates" aria-labelledby="process-dates-title">
      <h3 id="process-dates-title">{t('process:dates')}</h3>
      <dl>
        {process.dates.map(({ resource, field, value }) => (
          <div key={`${resource}.${field}`}>
            <dt>{t(`resources:${resource}.fields.${field}`)}</dt>
            <dd>{value === null ? t('process:noDate') : dateText(value)}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
