import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useOne } from '@refinedev/core'
import { useSearchParams } from 'react-router'
import { usePageTitle } from '../../app/page-title.ts'
import { usePermission } from '../../app/use-permission.ts'
import { usePageText } from '../../fields/page-text.ts'
import '../../fields/fields.css'
import '../../pages/form/form.css'
import { FieldsSkeleton } from '../../pages/form/load-state.tsx'
import { readFailureNotification } from '../../pages/form/saved.ts'
import '../../pages/show/show.css'
import { Tabs } from '../../kit/tabs.tsx'
import { NotLoaded } from '../not-loaded.tsx'
import '../screens.css'
import { NonDefaultSettings } from './non-default-settings.tsx'
import { SettingsForm } from './settings-form.tsx'
import { SettingsHistory } from './settings-history.tsx'
import type { SettingsSections } from './settings-section.ts'
import { useSettingsFormState } from './use-settings-form-state.ts'

interface SettingsScreenProps {
  readonly resource: AnyResource
  /** The application's additions to each section. */
  readonly sections?: SettingsSections
  /** Names of resources whose lists belong to the settings and are not in the menu. */
  readonly lists?: readonly string[]
}

/** The settings, with their effects, a review of unsaved changes, and their history. */
export function SettingsScreen({ resource, sections = {}, lists = [] }: SettingsScreenProps) {
  const { t } = usePageText()
  usePageTitle()
  const { query } = useOne<WireRecord>({
    resource: resource.name,
    id: resource.name,
    errorNotification: readFailureNotification,
  })
  const record = query.data?.data
  const title = t('settings:title')
  if (record && !query.isError)
    return (
      <LoadedSettings
        key={record.id}
        resource={resource}
        record={record}
        title={title}
        sections={sections}
        lists={lists}
      />
    )
  return (
    <div className="page">
      {query.isPending ? (
        <FieldsSkeleton />
      ) : (
        <NotLoaded kind="settings" onRetry={() => void query.refetch()} />
      )}
    </div>
  )
}

interface LoadedSettingsProps {
  readonly resource: AnyResource
  readonly record: WireRecord
  readonly title: string
  readonly sections: SettingsSections
  readonly lists: readonly string[]
}

function LoadedSettings({ resource, record, title, sections, lists }: LoadedSettingsProps) {
  const { t } = usePageText()
  const can = usePermission()
  const [params, setParams] = useSearchParams()
  const formState = useSettingsFormState(resource, record, sections)
  const show = (name: string) =>
    setParams(name === 'settings' ? {} : { tab: name }, { replace: true })
  const restore = (field: string, value: unknown, title?: string) => {
    formState.setValue(field, value, title)
    show('settings')
    formState.review(true)
  }
  const tabs = [
    {
      name: 'settings',
      label: title,
      content: (
        <SettingsForm
          key="settings"
          resource={resource}
          record={record}
          formState={formState}
          sections={sections}
          lists={lists}
        />
      ),
    },
    {
      name: 'different',
      label: t('settings:different.title'),
      content: (
        <NonDefaultSettings
          key="different"
          resource={resource}
          record={record}
          onRestore={restore}
        />
      ),
    },
    ...(can('history', resource)
      ? [
          {
            name: 'history',
            label: t('show.history'),
            content: <SettingsHistory key="history" resource={resource} onRestore={restore} />,
          },
        ]
      : []),
  ]
  return (
    <div className="page settings">
      <Tabs label={title} tabs={tabs} current={params.get('tab') ?? 'settings'} onChange={show} />
    </div>
  )
}
