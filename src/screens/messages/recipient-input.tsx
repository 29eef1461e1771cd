import { useAnnounce } from '@matricola/console/announcements/announcer.tsx'
import { ListboxOption, useListbox } from '@matricola/console/fields/listbox.tsx'
import { Button } from '@matricola/console/kit/button.tsx'
import { Input } from '@matricola/console/kit/inputs.tsx'
import { useCall } from '@matricola/console/use-call.ts'
import { useDeferredValue } from 'react'
import type { WireRecipients } from '#resources/academic/wire-messages.ts'
import * as messageCalls from '#resources/calls/messages.ts'
import { useMessagingText } from '../use-messaging-text.ts'

/** Recipient of a message: a user, or all members of a class. */
export interface ChosenRecipient {
  readonly kind: 'person' | 'class'
  readonly id: string
  readonly name: string
  readonly about: string
}

interface RecipientInputProps {
  readonly id: string
  readonly value: ChosenRecipient | null
  readonly isInvalid: boolean
  readonly describedBy: string | undefined
  readonly onChange: (value: ChosenRecipient | null) => void
}

/**
 * Chooses a user or a class by name. Typing searches, arrow keys and Enter choose, and Escape
 * closes the list without a change.
 */
export function RecipientInput({
  id,
  value,
  isInvalid,
  describedBy,
  onChange,
}: RecipientInputProps) {
  const { t } = useMessagingText()
  const listId = `${id}-options`
  const { search, isOpen, active, close, inputProps } = useListbox(listId, value?.name ?? '')
  const deferredSearch = useDeferredValue(search ?? '')
  const query = useCall(
    messageCalls.recipients,
    { query: { search: deferredSearch } },
    { enabled: isOpen, keepPreviousResult: true },
  )
  const groups = useGroups(query.data)
  const all = groups.flatMap(({ options }) => options)
  const note = query.isError
    ? t('pages:fields.optionsFailed')
    : query.data === undefined
      ? t('pages:fields.loading')
      : all.length === 0
        ? t('compose.noRecipient')
        : ''
  useAnnounce(isOpen ? note || t('pages:fields.found', { count: all.length }) : '')
  const choose = (option: ChosenRecipient) => {
    onChange(option)
    close()
  }
  return (
    <div className="reference-box">
      <div className="reference-line">
        <Input
          id={id}
          {...inputProps({ options: all, onChoose: choose })}
          aria-required="true"
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy}
          placeholder={t('pages:fields.search')}
        />
        {value && (
          <Button aria-describedby={`${id}-label`} onClick={() => onChange(null)}>
            {t('pages:fields.clear')}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="listbox-box">
          <div
            id={listId}
            role="listbox"
            aria-labelledby={`${id}-label`}
            aria-busy={query.isFetching}
          >
            {groups.map(({ kind, options }) => (
              // biome-ignore lint/a11y/useSemanticElements: outside select there is no element for a group of options
              <div key={kind} role="group" aria-label={t(`compose.groups.${kind}`)}>
                {options.map((option) => (
                  <ListboxOption
                    key={option.id}
                    listId={listId}
                    index={all.indexOf(option)}
                    isActive={option === all[active]}
                    isSelected={option.id === value?.id}
                    onChoose={() => choose(option)}
                  >
                    {option.name} <span className="caption">{option.about}</span>
                  </ListboxOption>
                ))}
              </div>
            ))}
          </div>
          {note !== '' && <p className="listbox-note">{note}</p>}
        </div>
      )}
      {value && !isOpen && <p className="caption">{value.about}</p>}
    </div>
  )
}

interface Group {
  readonly kind: ChosenRecipient['kind']
  readonly options: readonly ChosenRecipient[]
}

function useGroups(found: WireRecipients | undefined): Group[] {
  const { t } = useMessagingText()
  if (!found) return []
  const groups: Group[] = [
    {
      kind: 'class',
      options: found.classes.map(({ id, name, about, members }) => ({
        kind: 'class',
        id,
        name,
        about: `${about} · ${t('compose.members', { count: members })}`,
      })),
    },
    {
      kind: 'person',
      options: found.people.map(({ id, name, role, about }) => ({
        kind: 'person',
        id,
        name,
        about: [t(`resources:users.choices.role.${role}`), about].filter(Boolean).join(' · '),
      })),
    },
  ]
  return groups.filter(({ options }) => options.length > 0)
}
