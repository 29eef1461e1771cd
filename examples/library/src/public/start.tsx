import type { PublicProps } from '@matricola/console/public/public-context.ts'
import { startAccountPages } from '@matricola/console/public/start-account-pages.tsx'
import { languages } from '../../resources/languages.ts'
import { productName } from '../../resources/product-name.ts'
import { adminRole } from '../../resources/roles.ts'
import { authProvider, http, session } from '../http.ts'

const props: PublicProps = {
  http,
  session,
  authProvider,
  languages,
  adminRole,
  useName: () => productName,
  Brand: () => (
    <>
      <img src="/emblem.svg" alt="" width="32" height="32" />
      <span>{productName}</span>
    </>
  ),
}

export const startSignIn = (root: HTMLElement) => startAccountPages(root, props)
