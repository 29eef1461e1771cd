import { useTranslation } from 'react-i18next'
import { filterFault, listed, rangeOf } from '#model/filter-value.ts'
import { choiceKey } from '#model/message-keys.ts'
import { type AnyResource, fieldOf, isKind } from '#model/resource.ts'
import { resourceNamed } from '#resources/index.ts'
import { currentLanguage } from '#src/i18n.ts'
import { dateText } from './date-text.ts'
import { numberDisplay } from './number-text.ts'
import { useTitles } from './use-options.ts'

/** A filter's value in words: the titles of records, the words of choices, ranges with dates and numbers as people write them. */
export function useFilterText(resource: AnyResource, name: string, value: string): string {
  const { t } = useTranslation(['shell', 'resources'])
  const spec = fieldOf(resource, name)
  const parts = listed(value)
  const isSound = filterFault(resource, name, value) === null
  const target = isKind(spec, 'reference') && isSound ? resourceNamed(spec.to) : undefined
  const titles = useTitles(target, target ? parts : [])
  if (target) return parts.map((id) => (titles ? (titles.get(id) ?? id) : '…')).join(', ')
  if (isKind(spec, 'choice') || isKind(spec, 'set'))
    return parts.map((part) => (Object.hasOwn(spec.choices, part) ? t(`resources:${choiceKey(resource, name, part)}`) : part)).join(', ')
  if (spec.kind === 'boolean') return parts.map((part) => t(part === 'true' ? 'shell:yes' : 'shell:no')).join(', ')
  const shown = (part: string) => (spec.kind === 'date' || spec.kind === 'dateTime' ? dateText(part, currentLanguage()) : shownNumber(part))
  const range = rangeOf(value)
  if (!range) return spec.kind === 'date' || spec.kind === 'dateTime' ? parts.map(shown).join(', ') : value
  const [from, to] = range
  if (from === '') return t('shell:list.rangeTo', { to: shown(to) })
  return to === '' ? t('shell:list.rangeFrom', { from: shown(from) }) : t('shell:list.range', { from: shown(from), to: shown(to) })
}

const shownNumber = (text: string) => (Number.isFinite(Number(text)) && text !== '' ? numberDisplay(Number(text), currentLanguage()) : text)
