import type { WireApplication } from '#resources/admission/wire.ts'
import { useTranslatedNames } from '../university-language.tsx'

/**
 * Like `useTranslatedNames`, for the department and programmes of an application, which are looked
 * up by their original name.
 */
export function useApplicationNames({ names }: Pick<WireApplication, 'names'>) {
  const nameProps = useTranslatedNames()
  return (name: string) => nameProps({ name, names: names[name] ?? null })
}

/** Shows one of these names. */
export function ApplicationProgrammeName({
  name,
  application,
}: {
  name: string
  application: Pick<WireApplication, 'names'>
}) {
  const { label, lang } = useApplicationNames(application)(name)
  return <span lang={lang}>{label}</span>
}
