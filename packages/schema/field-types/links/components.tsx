import { useRegistry } from '@matricola/console/app/console-context.ts'
import { useRecordPath } from '@matricola/console/app/use-record-path.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import type {
  FieldTypeComponents,
  ValueProps,
} from '@matricola/console/fields/field-type-components.ts'
import type { InputProps } from '@matricola/console/fields/input.ts'
import { formatTitleDates } from '@matricola/console/fields/title-text.ts'
import { RecordTitle } from '@matricola/console/fields/university-text.tsx'
import { useTitles } from '@matricola/console/fields/use-options.ts'
import { currentLanguage } from '@matricola/console/i18n.ts'
import { Fragment, lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { hasSeparateNameGrant } from '../../access.ts'

export const components: FieldTypeComponents<'links'> = { Input: LinksInput, Value: Links }

const LazyLinksInput = lazy(async () => ({ default: (await import('./input.tsx')).LinksInput }))

/** Loads the input on first use. Few resources have links, so lists should not load it. */
function LinksInput(props: InputProps<'links'>): ReactNode {
  return (
    <Suspense fallback={<span className="skeleton" aria-hidden="true" />}>
      <LazyLinksInput {...props} />
    </Suspense>
  )
}

/** The titles of the records. Most responses include them; otherwise they are fetched. */
function Links(props: ValueProps<'links'>): ReactNode {
  const { record, value } = props
  const ids = value as readonly string[] // links are arrays of ids on the wire
  return ids.every((id) => record._titles[id] !== undefined) ? (
    <Titles {...props} ids={ids} titles={record._titles} />
  ) : (
    <FetchedTitles {...props} ids={ids} />
  )
}

interface IdsProps extends ValueProps<'links'> {
  readonly ids: readonly string[]
}

function FetchedTitles(props: IdsProps) {
  const found = useTitles(useRegistry().get(props.spec.to), props.ids)
  return <Titles {...props} titles={Object.fromEntries(found ?? [])} />
}

/** The titles in alphabetical order; on a page, as links to records that the user can open. */
function Titles({
  ids,
  titles,
  spec,
  isShort,
}: IdsProps & { readonly titles: { readonly [id: string]: string } }) {
  const { role } = useUser()
  const recordPath = useRecordPath()
  const target = useRegistry().get(spec.to)
  const isLink = isShort !== true && !hasSeparateNameGrant(target, role)
  const named = ids
    .map((id) => ({
      id,
      title: formatTitleDates(titles[id] ?? '…'),
      path: isLink ? recordPath(spec.to, id) : null,
    }))
    .sort((a, b) => a.title.localeCompare(b.title, currentLanguage()))
  return (
    <RecordTitle resource={target}>
      {named.map(({ id, title, path }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {path ? (
            <Link className="reference" to={path}>
              {title}
            </Link>
          ) : (
            title
          )}
        </Fragment>
      ))}
    </RecordTitle>
  )
}
