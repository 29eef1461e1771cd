import { areaResources } from '@matricola/schema/areas.ts'
import * as searchCalls from '@matricola/schema/calls/search.ts'
import { pagePaths } from '@matricola/schema/paths.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useAnnounce } from '../../announcements/announcer.tsx'
import { useRegistry } from '../../app/console-context.ts'
import {
  useMenu,
  usePagesOutsideMenu,
  usePermission,
  useUnusedEntries,
} from '../../app/use-permission.ts'
import { useRecordPath } from '../../app/use-record-path.ts'
import { useUser } from '../../app/user-context.ts'
import { formatTitleDates } from '../../fields/title-text.ts'
import { type AppIconName, Icon } from '../../icons/icon.tsx'
import { Modal } from '../../kit/modal.tsx'
import { useCall } from '../../use-call.ts'
import { useDebouncedText } from '../../use-debounced-text.ts'
import { addRecentCommand, type RecentCommand, recentCommands } from './recent-commands.ts'
import './palette.css'

/** An entry of the palette: its path and label. */
interface Command extends RecentCommand {
  readonly icon: AppIconName
}
interface CommandGroup {
  readonly name: 'recent' | 'records' | 'actions' | 'goTo'
  readonly commands: readonly Command[]
}
/** A result of the global search. */
interface SearchHit {
  readonly type: string
  readonly id: string
  readonly title: string
  readonly subtitle: string
}

/** The command palette: pages, records and new records. A combobox with its list, in a dialog. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('shell')
  const { id: userId } = useUser()
  const navigate = useNavigate()
  const [searchText, setSearchText] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const { groups, isSearching } = useCommandGroups(searchText)
  const commands = groups.flatMap((group) => group.commands)
  const current = commands[Math.min(chosen, commands.length - 1)]

  useAnnounce(
    searchText.trim() === '' || isSearching
      ? ''
      : commands.length === 0
        ? t('noItems')
        : t('palette.found', { count: commands.length }),
  )

  const run = (command: Command | undefined) => {
    if (!command) return
    addRecentCommand(userId, command)
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
    <Modal
      closesOnOutsideClick
      width={640}
      className="palette"
      title={t('palette.title')}
      onClose={onClose}
    >
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
            value={searchText}
            onChange={(event) => {
              setSearchText(event.target.value)
              setChosen(0)
            }}
            onKeyDown={onKeyDown}
          />
          {isSearching && <span className="spinner" aria-hidden="true" />}
        </div>
        <div
          className="palette-list"
          role="listbox"
          id={`${id}-list`}
          aria-label={t('palette.title')}
        >
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: outside select there is no element for a group of options
            <div key={group.name} role="group" aria-label={t(`palette.${group.name}`)}>
              <p className="palette-group" aria-hidden="true">
                {t(`palette.${group.name}`)}
              </p>
              {group.commands.map((command) => (
                <CommandOption
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
        {commands.length === 0 && !isSearching && <p className="palette-empty">{t('noItems')}</p>}
        <p className="palette-hint">{t('palette.hint')}</p>
      </div>
    </Modal>
  )
}

function CommandOption({
  id,
  command,
  isCurrent,
  onRun,
}: {
  id: string
  command: Command
  isCurrent: boolean
  onRun: () => void
}) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isCurrent])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: focus stays in the combobox, which handles the keys
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isCurrent}
      className="palette-option"
      onClick={onRun}
    >
      <Icon name={command.icon} />
      <span>{command.label}</span>
      {command.detail && <span className="palette-detail">{command.detail}</span>}
    </div>
  )
}

/** Minimum length of a search for records, and maximum number of entries per group. */
const minSearchLength = 2
const maxPerGroup = 16

function useCommandGroups(searchText: string): { groups: CommandGroup[]; isSearching: boolean } {
  const { t } = useTranslation(['shell', 'resources'])
  const { id, role } = useUser()
  const registry = useRegistry()
  const recordPath = useRecordPath()
  const can = usePermission()
  const search = useDebouncedText(searchText.trim())
  const { data: hits = [], isFetching } = useCall(
    searchCalls.searchRecords,
    { query: { q: search } },
    { enabled: search.length >= minSearchLength, keepPreviousResult: true, retry: false },
  )
  const matchesSearch = ({ label }: Command) => fold(label).includes(fold(searchText))
  const menu = useMenu()
  const unused = useUnusedEntries()
  const pagesOutsideMenu = usePagesOutsideMenu()
  const pages = [...menu, ...pagesOutsideMenu].map(
    (page): Command => ({
      path: page.path,
      label: t(page.label),
      icon: page.icon,
      ...(unused.has(page.key) && { detail: t('shell:menu.unused') }),
    }),
  )
  const actions = areaResources(registry, role)
    .filter((resource) => !resource.singleton && can('create', resource))
    .map(
      (resource): Command => ({
        path: pagePaths(resource, role).create,
        label: t(`resources:${resource.name}.new`),
        icon: 'plus',
      }),
    )
  const records =
    search.length >= minSearchLength
      ? hits.flatMap((hit) =>
          recordCommand(hit, recordPath(hit.type, hit.id), {
            kind: t(`resources:${hit.type}.one`),
            icon: registry.get(hit.type).icon,
          }),
        )
      : []
  const groups: CommandGroup[] =
    searchText.trim() === ''
      ? [
          {
            name: 'recent',
            commands: recentCommands(id).map((recent): Command => ({ ...recent, icon: 'clock' })),
          },
          { name: 'goTo', commands: pages },
          { name: 'actions', commands: actions },
        ]
      : [
          // Pages come first: they are known immediately, so later results do not move the chosen
          // entry.
          { name: 'goTo', commands: pages.filter(matchesSearch) },
          { name: 'records', commands: records },
          { name: 'actions', commands: actions.filter(matchesSearch) },
        ]
  // A path is listed once, in the first group that contains it.
  const seen = new Set<string>()
  const uniqueGroups = groups.map((group) => ({
    ...group,
    commands: group.commands
      .filter(({ path }) => !seen.has(path) && seen.add(path))
      .slice(0, group.name === 'records' ? undefined : maxPerGroup),
  }))
  return {
    groups: uniqueGroups.filter((group) => group.commands.length > 0),
    isSearching: isFetching || search !== searchText.trim(),
  }
}

/** Converts a search result to a command if the role has a page for it. */
function recordCommand(
  hit: SearchHit,
  path: string | null,
  { kind, icon }: { readonly kind: string; readonly icon: Command['icon'] },
): Command[] {
  return path
    ? [
        {
          path,
          label: formatTitleDates(hit.title),
          detail: hit.subtitle ? `${kind} · ${hit.subtitle}` : kind,
          icon,
        },
      ]
    : []
}
