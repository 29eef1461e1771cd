import { useTranslation } from 'react-i18next'
import { type PresentUsers, usePresentUsers, useReportPresence } from './use-presence.ts'
import './live.css'

/** Initials of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '')
    .join('')
}

const maxShown = 3

function UserInitials({ users, label }: { readonly users: PresentUsers; readonly label: string }) {
  return (
    <span className="presence" title={label}>
      <span className="visually-hidden">{label}</span>
      {users.slice(0, maxShown).map(({ id, name }) => (
        <span key={id} className="presence-initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
      ))}
      {users.length > maxShown && (
        <span className="presence-initials" aria-hidden="true">
          +{users.length - maxShown}
        </span>
      )}
    </span>
  )
}

const namesOf = (users: PresentUsers) => users.map(({ name }) => name).join(', ')

interface PresenceProps {
  readonly resource: string
  readonly id: string
}

/** Shown in a row: the other users who have the record open. */
export function RowPresenceMarks({ resource, id }: PresenceProps) {
  const { t } = useTranslation('time')
  const users = usePresentUsers(resource, id)
  return users.length === 0 ? null : (
    <UserInitials users={users} label={t('live.alsoOpen', { names: namesOf(users) })} />
  )
}

interface RecordPresenceMarksProps extends PresenceProps {
  /** Id of a user to leave out, because the page already names them. */
  readonly except?: unknown
}

/**
 * Shown on a record's page: the other users who have it open. Reports that the current user has it
 * open.
 */
export function RecordPresenceMarks({ resource, id, except }: RecordPresenceMarksProps) {
  const { t } = useTranslation('time')
  useReportPresence(resource, id)
  const users = usePresentUsers(resource, id).filter((user) => user.id !== except)
  if (users.length === 0) return null
  const label = t('live.alsoOpen', { names: namesOf(users) })
  return (
    <span className="record-presence">
      <UserInitials users={users} label={label} />
      <span aria-hidden="true">{label}</span>
    </span>
  )
}
