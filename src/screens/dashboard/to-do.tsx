import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { pagesOf } from '#model/paths.ts'
import type { WireToDo } from '#model/wire.ts'
import { resources } from '#resources/index.ts'
import { mailsPath, recordPath } from '#src/console/area.ts'
import { useOpenKeySheet } from '#src/console/keys/open-sheet.ts'
import { usePageKeys } from '#src/console/keys/page-keys.ts'
import { usePerson } from '#src/console/person.ts'
import { numberDisplay } from '#src/fields/number-text.ts'
import { currentLanguage } from '#src/i18n.ts'
import { Key } from '../key.tsx'
import { registrationsPath } from '../registrations-path.ts'

const views = ['waiting', 'resubmitted', 'overdue', 'toRelease', 'toEnrol', 'decidedToday'] as const
/** Work waiting in studies: each number, and the view of the list that it counts. */
const studies = [
  ['dataChanges', 'data-changes', 'waiting'],
  ['overdueMarks', 'exams', 'overdue'],
  ['overdueAppeals', 'grade-appeals', 'overdue'],
] as const
const dayMs = 86_400_000

/** Work to do, each number leading to its list, and the way into the file that has waited longest. */
export function ToDo({ toDo, asOf }: { readonly toDo: WireToDo; readonly asOf: string }) {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = usePerson()
  const language = currentLanguage()
  const count = (value: number) => numberDisplay(value, language, 0)
  const { oldest, failedMails } = toDo
  const days = oldest ? Math.floor((Date.parse(asOf) - Date.parse(oldest.submittedAt)) / dayMs) : 0
  const age = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)
  const navigate = useNavigate()
  const openKeySheet = useOpenKeySheet()
  const review = oldest && recordPath(resources.registrations.name, oldest.id, role)
  const first = review && `${review}?view=waiting&sort=submittedAt`
  usePageKeys(
    t('shell:dashboard.toDo.title'),
    first ? [{ shown: ['S'], what: t('shell:dashboard.toDo.start'), typed: ['s'], run: () => void navigate(first) }] : [],
  )
  return (
    <div className="to-do sheet">
      <ul>
        {views.map((view) => (
          <li key={view} className={toDo[view] === 0 ? 'to-do-none' : undefined}>
            <Link to={registrationsPath(role, { view })}>
              <strong>{count(toDo[view])}</strong>{' '}
              <span>{t(view === 'waiting' ? 'shell:dashboard.toDo.waiting' : `resources:registrations.views.${view}`)}</span>
            </Link>
            {view === 'waiting' && oldest && (
              <span className="caption">{t(days < 1 ? 'shell:dashboard.toDo.oldestToday' : 'shell:dashboard.toDo.oldest', { age })}</span>
            )}
          </li>
        ))}
        {studies.map(([name, resource, view]) => (
          <li key={name} className={toDo[name] === 0 ? 'to-do-none' : undefined}>
            <Link to={`${pagesOf(resources[resource], role).list}?view=${view}`}>
              <strong>{count(toDo[name])}</strong> <span>{t(`shell:dashboard.toDo.${name}`)}</span>
            </Link>
          </li>
        ))}
        {failedMails !== null && (
          <li className={failedMails === 0 ? 'to-do-none' : undefined}>
            <Link to={mailsPath}>
              <strong>{count(failedMails)}</strong> <span>{t('shell:dashboard.toDo.failedMails')}</span>
            </Link>
          </li>
        )}
      </ul>
      {first ? (
        <span className="button-row">
          <Link className="button button-primary" to={first} aria-keyshortcuts="s">
            {t('shell:dashboard.toDo.start')} <Key name="S" />
          </Link>
          <button
            type="button"
            className="button-icon wide-only"
            aria-label={t('shell:dashboard.toDo.keys')}
            title={t('shell:dashboard.toDo.keys')}
            aria-keyshortcuts="?"
            onClick={openKeySheet}
          >
            <span aria-hidden="true">?</span>
          </button>
        </span>
      ) : (
        <p className="caption">{t('shell:dashboard.toDo.nothing')}</p>
      )}
    </div>
  )
}
