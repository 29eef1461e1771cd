import { brandOfSettings } from '@matricola/console/public/brand.tsx'
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
  ...brandOfSettings(productName),
}

export const startSignIn = (root: HTMLElement) => startAccountPages(root, props)
