import { useTranslation } from 'react-i18next'
import { type People, useIsOpen, useOthersAt } from './present.ts'
import './live.css'

/** Initials of the first and the last name. */
function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}

const mostShown = 3

function Marks({ people, label }: { readonly people: People; readonly label: string }) {
  return (
    <span className="people" title={label}>
      <span className="visually-hidden">{label}</span>
      {people.slice(0, mostShown).map(({ id, name }) => (
        <span key={id} className="person-mark" aria-hidden="true">
          {initialsOf(name)}
        </span>
      ))}
      {people.length > mostShown && (
        <span className="person-mark" aria-hidden="true">
          +{people.length - mostShown}
        </span>
      )}
    </span>
  )
}

const namesOf = (people: People) => people.map(({ name }) => name).join(', ')

interface PlaceProps {
  readonly resource: string
  readonly id: string
}

/** Shown in a row: the other users who have the record open. */
export function RowPeople({ resource, id }: PlaceProps) {
  const { t } = useTranslation('time')
  const people = useOthersAt(resource, id)
  return people.length === 0 ? null : <Marks people={people} label={t('live.alsoOpen', { names: namesOf(people) })} />
}

interface RecordPeopleProps extends PlaceProps {
  /** Id of the user whom the page names already. */
  readonly except?: unknown
}

/** Shown on a record's page: the other users who have it open. Reports that the current user has it open. */
export function RecordPeople({ resource, id, except }: RecordPeopleProps) {
  const { t } = useTranslation('time')
  useIsOpen(resource, id)
  const people = useOthersAt(resource, id).filter((person) => person.id !== except)
  if (people.length === 0) return null
  const label = t('live.alsoOpen', { names: namesOf(people) })
  return (
    <span className="record-people">
      <Marks people={people} label={label} />
      <span aria-hidden="true">{label}</span>
    </span>
  )
}
