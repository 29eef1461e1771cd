import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import * as searchCalls from '#model/calls/search.ts'
import { pagesOf } from '#model/paths.ts'
import { fold } from '#model/values/folding.ts'
import type { Role } from '#model/vocabulary.ts'
import { resourceNamed } from '#resources/index.ts'
import { areaResources, recordPath } from '#src/console/area.ts'
import { useMay, useMenu, useOtherPlaces } from '#src/console/may.ts'
import { usePerson } from '#src/console/person.ts'
import { datedTitle } from '#src/fields/title-text.ts'
import { type DrawnIcon, Icon } from '#src/icons/icon.tsx'
import { Modal } from '#src/kit/modal.tsx'
import { useSpoken } from '#src/spoken/announcer.tsx'
import { useCall } from '#src/use-call.ts'
import { useSettled } from '#src/use-settled.ts'
import { type Recent, recents, rememberRecent } from './recents.ts'
import './palette.css'

/** An entry of the palette: its path and label. */
interface Command extends Recent {
  readonly icon: DrawnIcon
}
interface Group {
  readonly name: 'recent' | 'records' | 'actions' | 'goTo'
  readonly commands: readonly Command[]
}
/** A result of the global search. */
interface Hit {
  readonly type: string
  readonly id: string
  readonly title: string
  readonly subtitle: string
}

/** The command palette: pages, records and new records. A combobox with its list, in a dialog. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('shell')
  const { id: personId } = usePerson()
  const navigate = useNavigate()
  const [wanted, setWanted] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const { groups, isSearching } = useGroups(wanted)
  const commands = groups.flatMap((group) => group.commands)
  const current = commands[Math.min(chosen, commands.length - 1)]

  useSpoken(
    wanted.trim() === '' || isSearching ? '' : commands.length === 0 ? t('noItems') : t('palette.found', { count: commands.length }),
  )

  const run = (command: Command | undefined) => {
    if (!command) return
    rememberRecent(personId, command)
    onClose()
    navigate(command.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') run(current)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || commands.length === 0) return
    event.preventDefault()
    setChosen((Math.min(chosen, commands.length - 1) + step + commands.length) % commands.length)
  }
  const optionId = (command: Command) => `${id}-${commands.indexOf(command)}`
  return (
    <Modal isLight width={640} className="palette" title={t('palette.title')} onClose={onClose}>
      <div className="palette-box">
        <div className="palette-field">
          <Icon name="search" />
          <input
            role="combobox"
            aria-label={t('palette.title')}
            aria-expanded={commands.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={current ? optionId(current) : undefined}
            placeholder={t('palette.placeholder')}
            autoComplete="off"
            spellCheck={false}
            value={wanted}
            onChange={(event) => {
              setWanted(event.target.value)
              setChosen(0)
            }}
            onKeyDown={onKeyDown}
          />
          {isSearching && <span className="spinner" aria-hidden="true" />}
        </div>
        <div className="palette-list" role="listbox" id={`${id}-list`} aria-label={t('palette.title')}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: outside select there is no element for a group of options
            <div key={group.name} role="group" aria-label={t(`palette.${group.name}`)}>
              <p className="palette-group" aria-hidden="true">
                {t(`palette.${group.name}`)}
              </p>
              {group.commands.map((command) => (
                <Option
                  key={command.path}
                  id={optionId(command)}
                  command={command}
                  isCurrent={command === current}
                  onRun={() => run(command)}
                />
              ))}
            </div>
          ))}
        </div>
        {commands.length === 0 && !isSearching && <p className="palette-none">{t('noItems')}</p>}
        <p className="palette-hint">{t('palette.hint')}</p>
      </div>
    </Modal>
  )
}

function Option({ id, command, isCurrent, onRun }: { id: string; command: Command; isCurrent: boolean; onRun: () => void }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isCurrent])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: focus stays in the combobox, which handles the keys
    <div ref={element} id={id} role="option" aria-selected={isCurrent} className="palette-option" onClick={onRun}>
      <Icon name={command.icon} />
      <span>{command.label}</span>
      {command.detail && <span className="palette-detail">{command.detail}</span>}
    </div>
  )
}

/** Minimum length of a search for records, and maximum number of entries per group. */
const leastLetters = 2
const mostInGroup = 16

function useGroups(wanted: string): { groups: Group[]; isSearching: boolean } {
  const { t } = useTranslation(['shell', 'resources'])
  const { id, role } = usePerson()
  const may = useMay()
  const search = useSettled(wanted.trim())
  const { data: hits = [], isFetching } = useCall(
    searchCalls.searchRecords,
    { query: { q: search } },
    { enabled: search.length >= leastLetters, keepsLast: true, retry: false },
  )
  const fits = ({ label }: Command) => fold(label).includes(fold(wanted))
  const menu = useMenu()
  const others = useOtherPlaces()
  const places = [...menu, ...others].map(
    (place): Command => ({ path: place.path, label: t(place.label), icon: place.icon === 'account' ? 'user' : place.icon }),
  )
  const actions = areaResources(role)
    .filter((resource) => !resource.single && may('create', resource))
    .map((resource): Command => ({ path: pagesOf(resource, role).create, label: t(`resources:${resource.name}.new`), icon: 'plus' }))
  const records = search.length >= leastLetters ? hits.flatMap((hit) => recordCommand(hit, role, t(`resources:${hit.type}.one`))) : []
  const groups: Group[] =
    wanted.trim() === ''
      ? [
          { name: 'recent', commands: recents(id).map((recent): Command => ({ ...recent, icon: 'clock' })) },
          { name: 'goTo', commands: places },
          { name: 'actions', commands: actions },
        ]
      : [
          // Pages come first: they are known immediately, so later results do not move the chosen entry.
          { name: 'goTo', commands: places.filter(fits) },
          { name: 'records', commands: records },
          { name: 'actions', commands: actions.filter(fits) },
        ]
  // A path is listed once, in the first group that contains it.
  const seen = new Set<string>()
  const once = groups.map((group) => ({
    ...group,
    commands: group.commands
      .filter(({ path }) => !seen.has(path) && seen.add(path))
      .slice(0, group.name === 'records' ? undefined : mostInGroup),
  }))
  return { groups: once.filter((group) => group.commands.length > 0), isSearching: isFetching || search !== wanted.trim() }
}

/** Converts a search result to a command if the role has a page for it. */
function recordCommand(hit: Hit, role: Role, kind: string): Command[] {
  const path = recordPath(hit.type, hit.id, role)
  return path
    ? [
        {
          path,
          label: datedTitle(hit.title),
          detail: hit.subtitle ? `${kind} · ${hit.subtitle}` : kind,
          icon: resourceNamed(hit.type).icon,
        },
      ]
    : []
}
