import { filterableFields } from '@matricola/schema/access.ts'
import { findDynamicField } from '@matricola/schema/dynamic-fields.ts'
import { isFieldType } from '@matricola/schema/field.ts'
import { fieldKey } from '@matricola/schema/message-keys.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldEntries, fieldOf } from '@matricola/schema/resource-fields.ts'
import { translationOf } from '@matricola/schema/translated-fields.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { useTranslation } from 'react-i18next'
import { type Can, usePermission } from '../../app/use-permission.ts'
import { useUser } from '../../app/user-context.ts'
import { Icon } from '../../icons/icon.tsx'
import { Popup } from '../../kit/popup.tsx'
import { GroupedFields } from './grouped-fields.tsx'

/** Returns the fields that a user can filter by, declared filters first. */
export function conditionFields(resource: AnyResource, role: Role, can: Can): string[] {
  const filterable = filterableFields(resource, role)
    .filter((name) => fieldEntries(resource).some(([fieldName]) => fieldName === name))
    .filter((name) => {
      const spec = fieldOf(resource, name)
      // Translations are left out, because the search box finds texts in all languages.
      if (translationOf(spec)) return false
      return (
        !(isFieldType(spec, 'reference') || isFieldType(spec, 'links')) ||
        can('name', related(resource, spec.to))
      )
    })
  const declared = (resource.list.filters ?? []).filter((name) => filterable.includes(name))
  return [...new Set([...declared, ...filterable])]
}

interface FieldPickerProps {
  readonly resource: AnyResource
  readonly onPick: (name: string) => void
}

/** A button that adds a condition, after asking for its field. */
export function FieldPicker({ resource, onPick }: FieldPickerProps) {
  const { t } = useTranslation(['shell', 'resources'])
  const { role } = useUser()
  const names = conditionFields(resource, role, usePermission())
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
            first={{
              heading: t('shell:list.often'),
              names: (resource.list.filters ?? []).filter(
                (name) => names.includes(name) && !findDynamicField(resource, name),
              ),
            }}
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
