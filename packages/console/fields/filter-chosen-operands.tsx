/** Inputs for values of a filter that users choose from a list, with the number of rows of each. */

import type { SpecOf } from '@matricola/schema/field.ts'
import { choiceKey } from '@matricola/schema/message-keys.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireFacets } from '@matricola/schema/wire/jobs.ts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRegistry } from '../app/console-context.ts'
import { useLanguage } from '../i18n.ts'
import { Checkbox, Radio } from '../kit/checks.tsx'
import { Input } from '../kit/inputs.tsx'
import { useDebouncedText } from '../use-debounced-text.ts'
import type { FilterParts } from './filter-parts.ts'
import { numberDisplay } from './number-text.ts'
import { countOfValue } from './quick-filter.tsx'
import { titleText } from './title-text.ts'
import { useTitleLanguage } from './university-text.tsx'
import { useRecordNames, useTitles } from './use-options.ts'

export interface ChosenOperandProps {
  readonly resource: AnyResource
  readonly name: string
  readonly label: string
  readonly parts: FilterParts
  readonly onParts: (parts: FilterParts) => void
  /** How often each value occurs in the list; absent while unknown. */
  readonly counts?: WireFacets[string] | undefined
  /** Whether the counts are those of the previous query, while new ones are loading. */
  readonly isStale?: boolean | undefined
}

export function BooleanOperand({ parts, onParts, label, counts, isStale }: ChosenOperandProps) {
  const { t } = useTranslation('shell')
  const group = useId()
  return (
    <fieldset className="filter-choices">
      <legend className="visually-hidden">{label}</legend>
      {['true', 'false'].map((option) => (
        <Radio
          key={option}
          name={group}
          data-autofocus={option === 'true' || undefined}
          checked={parts.operands[0] === option}
          onChange={() => onParts({ ...parts, operands: [option] })}
        >
          {t(option === 'true' ? 'yes' : 'no')}
          <Count counts={counts} value={option} isStale={isStale} />
        </Radio>
      ))}
    </fieldset>
  )
}

export function ChoiceOperand({
  resource,
  name,
  spec,
  parts,
  onParts,
  label,
  counts,
  isStale,
}: ChosenOperandProps & { readonly spec: SpecOf<'choice' | 'set'> }) {
  const { t } = useTranslation('resources')
  const choices = Object.keys(spec.choices)
  const chosen = parts.operands
  return (
    <fieldset className="filter-choices">
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          data-autofocus={choice === choices[0] || undefined}
          checked={chosen.includes(choice)}
          onChange={(event) =>
            onParts({
              ...parts,
              operands: choices.filter((selected) =>
                selected === choice ? event.target.checked : chosen.includes(selected),
              ),
            })
          }
        >
          {t(choiceKey(resource, name, choice))}
          <Count counts={counts} value={choice} isStale={isStale} />
        </Checkbox>
      ))}
    </fieldset>
  )
}

function Count({
  counts,
  value,
  isStale,
}: {
  counts: WireFacets[string] | undefined
  value: string
  isStale: boolean | undefined
}) {
  const language = useLanguage()
  if (!counts) return null
  return (
    <span className="facet-count" data-stale={isStale}>
      {' '}
      {numberDisplay(countOfValue(counts, value), language, 0)}
    </span>
  )
}

const recordsPerRequest = 50

/**
 * Chooses among the records that the role may name. Chosen ones come first; a long list has a
 * search box.
 */
export function RecordOperand({
  spec,
  label,
  parts,
  onParts,
}: ChosenOperandProps & { readonly spec: SpecOf<'reference' | 'links'> }) {
  const { t } = useTranslation(['shell', 'resources'])
  const [search, setSearch] = useState('')
  const registry = useRegistry()
  const target = registry.get(spec.to)
  const languageOf = useTitleLanguage(target)
  const { data } = useRecordNames(
    target,
    { pageSize: recordsPerRequest, search: useDebouncedText(search) },
    true,
  )
  const records = data?.list ?? []
  // The initially chosen records come first. The order does not change later, so that nothing moves
  // under the pointer.
  const [first] = useState(parts.operands)
  const unlisted = first.filter((id) => !records.some((record) => record.id === id))
  const titles = useTitles(target, data ? unlisted : [])
  // Also true while the number is unknown, so that text typed immediately is not lost.
  const isLong = search !== '' || !data || data.totalCount > 10
  const setChosen = (id: string, isChosen: boolean) =>
    onParts({
      ...parts,
      operands: isChosen
        ? [...parts.operands, id]
        : parts.operands.filter((operandId) => operandId !== id),
    })
  const visibleOptions = [
    ...unlisted.map((id) => ({ id, title: titles?.get(id) ?? '…', lang: undefined })),
    ...records.map((record) => ({
      id: record.id,
      title: titleText(target, record, t),
      lang: languageOf(record),
    })),
  ]
  return (
    <>
      {isLong && (
        <Input
          type="search"
          data-autofocus
          aria-label={t('shell:list.narrow', { field: label })}
          placeholder={t('shell:list.narrow', { field: label })}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <fieldset className="filter-choices filter-records">
        <legend className="visually-hidden">{label}</legend>
        {visibleOptions.map(({ id, title, lang }) => (
          <Checkbox
            key={id}
            checked={parts.operands.includes(id)}
            onChange={(event) => setChosen(id, event.target.checked)}
          >
            <span lang={lang}>{title}</span>
          </Checkbox>
        ))}
      </fieldset>
      {data && visibleOptions.length === 0 && <p className="caption">{t('shell:noItems')}</p>}
    </>
  )
}
