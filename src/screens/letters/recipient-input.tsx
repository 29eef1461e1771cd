import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useState } from 'react'
import { postEndpoints } from '#model/endpoints.ts'
import type { WireRecipients } from '#model/wire.ts'
import { request } from '#providers/http.ts'
import { usePostText } from '../use-post-text.ts'

/** To whom a message goes: a person, or all of a class. */
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

/** People and classes by name: type to search, arrows and Enter to choose, Escape to leave it as it was. */
export function RecipientInput({ id, value, isInvalid, describedBy, onChange }: RecipientInputProps) {
  const { t } = usePostText()
  const [search, setSearch] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const isOpen = search !== null
  const asked = useDeferredValue(search ?? '')
  const query = useQuery({
    queryKey: ['recipients', asked],
    enabled: isOpen,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await request<WireRecipients>(postEndpoints.recipients, { params: { search: asked }, signal })).data,
  })
  const groups = useGroups(query.data)
  const all = groups.flatMap(({ options }) => options)
  const listId = `${id}-options`
  const optionId = (option: ChosenRecipient) => `${listId}-${all.indexOf(option)}`
  const current = all[active]

  const open = () => {
    setActive(0)
    setSearch('')
  }
  const choose = (option: ChosenRecipient) => {
    onChange(option)
    setSearch(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (isOpen) setActive((all.length + active + step) % Math.max(1, all.length))
      else open()
    } else if (event.key === 'Enter' && isOpen && !event.ctrlKey) {
      event.preventDefault()
      if (current) choose(current)
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      event.nativeEvent.stopImmediatePropagation()
      setSearch(null)
    }
  }
  return (
    <div className="reference-box">
      <div className="reference-line">
        <input
          id={id}
          className="input"
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && current ? optionId(current) : undefined}
          aria-required="true"
          aria-invalid={isInvalid || undefined}
          aria-describedby={describedBy}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('pages:fields.search')}
          value={search ?? value?.name ?? ''}
          onClick={() => !isOpen && open()}
          onKeyDown={onKeyDown}
          onBlur={() => setSearch(null)}
          onChange={(event) => {
            setActive(0)
            setSearch(isOpen ? event.target.value : event.target.value.replace(value?.name ?? '', ''))
          }}
        />
        {value && (
          <button type="button" className="button" aria-describedby={`${id}-label`} onClick={() => onChange(null)}>
            {t('pages:fields.clear')}
          </button>
        )}
      </div>
      {isOpen && (
        <div className="listbox-box">
          <div id={listId} role="listbox" aria-labelledby={`${id}-label`} aria-busy={query.isFetching}>
            {groups.map(({ kind, options }) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own outside select
              <div key={kind} role="group" aria-label={t(`compose.groups.${kind}`)}>
                {options.map((option) => (
                  // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input; aria-activedescendant names the option
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the whole list
                  <div
                    key={option.id}
                    id={optionId(option)}
                    role="option"
                    aria-selected={option.id === value?.id}
                    className={option === current ? 'listbox-option active' : 'listbox-option'}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => choose(option)}
                  >
                    {option.name} <span className="caption">{option.about}</span>
                  </div>
                ))}
              </div>
            ))}
          </div>
          <p className="listbox-note" role="status">
            {query.isError
              ? t('pages:fields.optionsFailed')
              : query.data === undefined
                ? t('pages:fields.loading')
                : all.length === 0 && t('compose.nobody')}
          </p>
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
  const { t } = usePostText()
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
