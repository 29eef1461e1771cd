import { useTranslation } from 'react-i18next'

/** Name of the actor, as people read it: work that no person did stands in the history under what it was for. */
export function useActorName(): (name: string) => string {
  const { t, i18n } = useTranslation('shell')
  return (name) => {
    const key = `shell:actors.${name}`
    return /^[a-z]+$/i.test(name) && i18n.exists(key) ? t(key) : name
  }
}
