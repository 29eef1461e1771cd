import type { SpecOf } from '@matricola/schema/field.ts'
import { useState } from 'react'
import { useRegistry } from '../app/console-context.ts'
import { useDebouncedText } from '../use-debounced-text.ts'
import { optionsNote } from './options-note.ts'
import { usePageText } from './page-text.ts'
import { titleText } from './title-text.ts'
import { RecordTitle } from './university-text.tsx'
import { optionFilters, useOptions } from './use-options.ts'

/**
 * State of a searchable select for referenced records. `missing` is the field that has to be filled
 * in first.
 */
export function useRecordOptions(
  spec: SpecOf<'reference' | 'links'>,
  values: { readonly [field: string]: unknown },
) {
  const { t } = usePageText()
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const { missing } = optionFilters(spec, values)
  const settled = useDebouncedText(search)
  const found = useOptions(spec, values, settled, isOpen)
  const target = useRegistry().get(spec.to)
  const options = (found.data?.list ?? []).map((record) => {
    const label = titleText(target, record, t)
    return {
      value: record.id,
      label,
      shown: (
        <RecordTitle resource={target} record={record}>
          {label}
        </RecordTitle>
      ),
    }
  })
  return {
    ...{
      target,
      options,
      missing,
      isOpen,
      isFound: found.data !== undefined,
      note: optionsNote(found, t),
    },
    select: {
      onSearch: setSearch,
      onOpen: setOpen,
      isBusy: found.isFetching || settled !== search,
    },
  }
}
