import { useTranslation } from 'react-i18next'

/**
 * Returns a function that formats the name of an actor. The history names the system job if no user
 * made the change.
 */
export function useActorName(): (name: string) => string {
  const { t, i18n } = useTranslation('shell')
  return (name) => {
    const key = `shell:actors.${name}`
    return /^[a-z]+$/i.test(name) && i18n.exists(key) ? t(key) : name
  }
}
