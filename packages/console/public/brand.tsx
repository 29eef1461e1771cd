import { organizationMeta } from '@matricola/schema/wire/endpoints.ts'
import type { ReactNode } from 'react'
import { type PublicProps, usePublic } from './public-context.ts'

/** The organization's logo, or the application's emblem if it has none, and its name. */
export function Brand({
  logo,
  children,
}: {
  readonly logo: string | null | undefined
  readonly children: ReactNode
}) {
  const { http } = usePublic()
  return (
    <>
      {logo ? (
        <img className="logo" src={http.apiUrl(`${logo}?small`)} alt="" height="40" />
      ) : (
        <img src="/emblem.svg" alt="" width="32" height="32" />
      )}
      {children}
    </>
  )
}

/** Name and logo that the server wrote into the page; absent if it could not read the settings. */
const organization = () =>
  document.querySelector<HTMLMetaElement>(`meta[name="${organizationMeta}"]`)

/** Shows the name and logo of the settings on the public pages of an application. */
export function brandOfSettings(productName: string): Pick<PublicProps, 'useName' | 'Brand'> {
  const useName = () => organization()?.content || productName
  return {
    useName,
    Brand: () => (
      <Brand logo={organization()?.dataset.logo}>
        <span>{useName()}</span>
      </Brand>
    ),
  }
}
