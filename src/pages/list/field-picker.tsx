import { useTranslation } from 'react-i18next'
import { filterableFields } from '#model/access.ts'
import { fieldKey } from '#model/message-keys.ts'
import { type AnyResource, fieldEntries, fieldOf, isKind } from '#model/resource.ts'
import { translates } from '#model/translated.ts'
import type { Role } from '#model/vocabulary.ts'
import { resourceNamed } from '#resources/index.ts'
import { type May, useMay } from '#src/console/may.ts'
import { usePerson } from '#src/console/person.ts'
import { Icon } from '#src/icons/icon.tsx'
import { Popup } from '#src/kit/popup.tsx'
import { GroupedFields } from './grouped-fields.tsx'

/** Returns the fields that a user can filter by, declared filters first. */
export function conditionFields(resource: AnyResource, role: Role, may: May): string[] {
  const able = filterableFields(resource, role)
    .filter((name) => fieldEntries(resource).some(([each]) => each === name))
    .filter((name) => {
      const spec = fieldOf(resource, name)
      // Translations are left out, because the search box finds texts in all languages.
      if (translates(spec)) return false
      return !(isKind(spec, 'reference') || isKind(spec, 'links')) || may('name', resourceNamed(spec.to))
    })
  const declared = (resource.list.filters ?? []).filter((name) => able.includes(name))
  return [...new Set([...declared, ...able])]
}

interface FieldPickerProps {
  readonly resource: AnyResource
  readonly onPick: (name: string) => void
}

/** A button that adds a condition, after asking for its field. */
export function FieldPicker({ resource, onPick }: FieldPickerProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = usePerson()
  const names = conditionFields(resource, role, useMay())
  const label = (name: string) => t(`resources:${fieldKey(resource, name)}`)
  if (names.length === 0) return null
  return (
    <Popup
      className="button"
      triggerKey="filter"
      shortcut="l"
      button={
        <>
          <Icon name="filter" />
          <span className="wide-text">{t('shell:list.filter')}</span>
        </>
      }
      panelLabel={t('shell:list.addCondition')}
      panelClassName="field-picker"
    >
      {(close) => {
        const pick = (name: string) => {
          close()
          onPick(name)
        }
        return (
          <GroupedFields
            resource={resource}
            names={names}
            label={label}
            first={{ heading: t('shell:list.often'), names: (resource.list.filters ?? []).filter((name) => names.includes(name)) }}
            onEnter={pick}
          >
            {(name) => (
              <button type="button" className="popup-item" onClick={() => pick(name)}>
                {label(name)}
              </button>
            )}
          </GroupedFields>
        )
      }}
    </Popup>
  )
}
