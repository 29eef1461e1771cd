import { useTranslation } from 'react-i18next'
import { type PresentUsers, usePresentUsers, useReportPresence } from './use-presence.ts'
import './live.css'

/** Initials of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}

const maxShown = 3

function UserInitials({ people, label }: { readonly people: PresentUsers; readonly label: string }) {
  return (
    <span className="presence" title={label}>
      <span className="visually-hidden">{label}</span>
      {people.slice(0, maxShown).map(({ id, name }) => (
        <span key={id} className="presence-initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
      ))}
      {people.length > maxShown && (
        <span className="presence-initials" aria-hidden="true">
          +{people.length - maxShown}
        </span>
      )}
    </span>
  )
}

const namesOf = (people: PresentUsers) => people.map(({ name }) => name).join(', ')

interface PresenceProps {
  readonly resource: string
  readonly id: string
}

/** Shown in a row: the other users who have the record open. */
export function RowPresenceMarks({ resource, id }: PresenceProps) {
  const { t } = useTranslation('time')
  const people = usePresentUsers(resource, id)
  return people.length === 0 ? null : <UserInitials people={people} label={t('live.alsoOpen', { names: namesOf(people) })} />
}

interface RecordPresenceMarksProps extends PresenceProps {
  /** Id of the user whom the page names already. */
  readonly except?: unknown
}

/** Shown on a record's page: the other users who have it open. Reports that the current user has it open. */
export function RecordPresenceMarks({ resource, id, except }: RecordPresenceMarksProps) {
  const { t } = useTranslation('time')
  useReportPresence(resource, id)
  const people = usePresentUsers(resource, id).filter((user) => user.id !== except)
  if (people.length === 0) return null
  const label = t('live.alsoOpen', { names: namesOf(people) })
  return (
    <span className="record-presence">
      <UserInitials people={people} label={label} />
      <span aria-hidden="true">{label}</span>
    </span>
  )
}
