import { useRegistry } from '@matricola/console/app/console-context.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { numberDisplay } from '@matricola/console/fields/number-text.ts'
import { currentLanguage } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { KeyHint } from '@matricola/console/screens/key-hint.tsx'
import { useOpenShortcuts } from '@matricola/console/shortcuts/open-shortcuts.ts'
import { usePageShortcuts } from '@matricola/console/shortcuts/page-shortcuts.ts'
import { mailsPath, recordPath } from '@matricola/schema/areas.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { WireToDo } from '#resources/academic/wire-dashboard.ts'
import { resources } from '#resources/index.ts'
import { registrationsPath } from '../registrations-path.ts'

const views = ['waiting', 'resubmitted', 'overdue', 'toRelease', 'toEnrol', 'decidedToday'] as const
/** Pending academic work: the key of each number, and the list and view that it counts. */
const studyTasks = [
  ['dataChanges', 'data-changes', 'waiting'],
  ['overdueGrades', 'exams', 'overdue'],
  ['overdueAppeals', 'grade-appeals', 'overdue'],
] as const
/** Overdue work, which is highlighted and comes before other work. */
const urgentTasks: ReadonlySet<string> = new Set([
  'overdue',
  'overdueGrades',
  'overdueAppeals',
  'failedMails',
])
const dayMs = 86_400_000

/**
 * Pending work with links to its lists, and a button that opens the application that has waited
 * longest.
 */
export function ToDo({ toDo, asOf }: { readonly toDo: WireToDo; readonly asOf: string }) {
  const { t } = useTranslation(['dashboard', 'resources'])
  const { role } = useUser()
  const registry = useRegistry()
  const language = currentLanguage()
  const count = (value: number) => numberDisplay(value, language, 0)
  const { oldest, failedMails } = toDo
  const days = oldest ? Math.floor((Date.parse(asOf) - Date.parse(oldest.submittedAt)) / dayMs) : 0
  const age = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
  }).format(days)
  const navigate = useNavigate()
  const openKeySheet = useOpenShortcuts()
  const reviewPath = oldest && recordPath(registry, resources.registrations.name, oldest.id, role)
  const firstPath = reviewPath && `${reviewPath}?view=waiting&sort=submittedAt`
  usePageShortcuts(
    t('dashboard:toDo.title'),
    firstPath
      ? [
          {
            keyLabels: ['S'],
            description: t('dashboard:toDo.start'),
            triggers: ['s'],
            run: () => void navigate(firstPath),
          },
        ]
      : [],
  )
  const all: readonly Task[] = [
    ...views.map((view) => ({
      name: view,
      number: toDo[view],
      path: registrationsPath(role, { view }),
      label: t(
        view === 'waiting' ? 'dashboard:toDo.waiting' : `resources:registrations.views.${view}`,
      ),
    })),
    ...studyTasks.map(([name, resource, view]) => ({
      name,
      number: toDo[name],
      path: `${pagePaths(resources[resource], role).list}?view=${view}`,
      label: t(`dashboard:toDo.${name}`),
    })),
    ...(failedMails === null
      ? []
      : [
          {
            name: 'failedMails',
            number: failedMails,
            path: `${mailsPath(registry)}?view=failed`,
            label: t('dashboard:toDo.failedMails'),
          },
        ]),
  ]
  return (
    <div className="inline-group to-do panel">
      <ul>
        {all
          .toSorted((a, b) => rank(a) - rank(b))
          .map((task) => (
            <li
              key={task.name}
              className={task.number === 0 ? 'to-do-empty' : undefined}
              data-urgent={(task.number > 0 && urgentTasks.has(task.name)) || undefined}
            >
              <Link to={task.path}>
                <strong>{count(task.number)}</strong> <span>{task.label}</span>
                {task.number > 0 && urgentTasks.has(task.name) && <Icon name="warning" />}
              </Link>
              {task.name === 'waiting' && oldest && (
                <span className="caption">
                  {t(days < 1 ? 'dashboard:toDo.oldestToday' : 'dashboard:toDo.oldest', { age })}
                </span>
              )}
            </li>
          ))}
      </ul>
      {firstPath ? (
        <span className="button-row">
          <Link className="button button-primary" to={firstPath} aria-keyshortcuts="s">
            {t('dashboard:toDo.start')} <KeyHint name="S" />
          </Link>
          <button
            type="button"
            className="button-icon wide-only"
            aria-label={t('dashboard:toDo.keys')}
            title={t('dashboard:toDo.keys')}
            aria-keyshortcuts="?"
            onClick={openKeySheet}
          >
            <span aria-hidden="true">?</span>
          </button>
        </span>
      ) : (
        <p className="caption">{t('dashboard:toDo.nothing')}</p>
      )}
    </div>
  )
}

interface Task {
  readonly name: string
  readonly number: number
  readonly path: string
  readonly label: string
}

/** Sorts the tasks: waiting applications, overdue work, other work, and finished work last. */
function rank({ name, number }: Task): number {
  if (name === 'waiting') return 0
  if (number === 0) return 3
  return urgentTasks.has(name) ? 1 : 2
}
