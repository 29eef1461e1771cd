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
import { longDate, longDateTime } from '../../fields/date-text.ts'
import { numberDisplay } from '../../fields/number-text.ts'
import { currentLanguage } from '../../i18n.ts'
import { Icon } from '../../icons/icon.tsx'
import { useLiveEvents } from '../../live/live.ts'
import { FieldsSkeleton, LoadFailed } from '../../pages/form/load-state.tsx'
import { defaultSort, toPageParams } from '../../pages/list/use-list-query.ts'
import { usePageShortcuts } from '../../shortcuts/page-shortcuts.ts'
import { useCall } from '../../use-call.ts'
import { KeyHint } from '../key-hint.tsx'
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
    <OpenProcess process={query.data} />
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

/** Texts and paths of a process. */
function useProcessTexts({ name }: WireProcess) {
  const { t } = useTranslation(['process', 'resources'])
  const { role } = useUser()
  const registry = useRegistry()
  const language = currentLanguage()
  return {
    t,
    stageName: (stage: string) => t(`process:processes.${name}.stages.${stage}`),
    nextLabel: (stage: string) => t(`process:processes.${name}.next.${stage}`),
    dateText: (value: string) =>
      value.length === 10 ? longDate(value, language) : longDateTime(value, language),
    numberText: (value: number | null) =>
      value === null ? '–' : numberDisplay(value, language, 0),
    /** Path of the list that shows exactly the counted records. */
    listPath: ({ resource: list, view, filters }: WireProcessList) => {
      const resource = registry.get(list)
      const query = {
        ...emptyListQuery,
        view,
        sort: defaultSort(resource, view),
        filters: Object.fromEntries(filters),
      }
      return `${pagePaths(resource, role).list}?${toPageParams(query, resource)}`
    },
    createPath: ({ resource: list }: WireProcessList) => pagePaths(registry.get(list), role).create,
  }
}

function OpenProcess({ process }: { readonly process: WireProcess }) {
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
  const next = stage && nextPath(texts, stage)
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
                <strong className="process-count">{texts.numberText(each.count)}</strong>
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
        {stage && <StagePanel process={process} stage={stage} />}
        {process.dates.length > 0 && <Dates process={process} />}
      </div>
    </div>
  )
}

/** Path that the stage's button opens; null if the caller may not use it now. */
const nextPath = (
  texts: ReturnType<typeof useProcessTexts>,
  { next, list, waitsFor }: WireStage,
) =>
  !next.isAllowed || waitsFor.length > 0
    ? null
    : next.isCreate
      ? texts.createPath(list)
      : texts.listPath(list)

/** A stage: its number, what is in the way, and its button. */
function StagePanel({
  process,
  stage,
}: {
  readonly process: WireProcess
  readonly stage: WireStage
}) {
  const texts = useProcessTexts(process)
  const { t, stageName } = texts
  const { roles } = useRoleNames()
  const { list, count, total, blocks, waitsFor, next } = stage
  const path = nextPath(texts, stage)
  return (
    <section className="process-main" aria-labelledby="process-stage-title">
      <div className="panel process-panel">
        <div className="process-panel-text">
          <h3 id="process-stage-title">{stageName(stage.name)}</h3>
          {count === null ? (
            <p>{t('process:unknown')}</p>
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
      </div>
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
                  {t('process:show')}
                  <span className="visually-hidden">
                    {' '}
                    {t(`resources:${list.resource}.views.${block.view}`)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
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
