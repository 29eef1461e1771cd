import { type AnchorHTMLAttributes, type MouseEvent, useState } from 'react'
import { useHttp } from '../app/console-context.ts'
import { openFileInTab, saveFile } from '../save-file.ts'
import { showToast } from '../toasts/toast-store.ts'

interface ApiLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'download'> {
  /** Path of a file in the API, or URL of a file that the page holds, such as a blob. */
  readonly path: string
  /** Downloads the file under this name, or under the server's. */
  readonly download?: boolean | string
}

/**
 * A link to a file. If the API is on a different origin, the browser would send no cookies, so the
 * page fetches the file itself.
 */
export function ApiLink({ path, download, ...anchor }: ApiLinkProps) {
  const http = useHttp()
  const { apiUrl, isApiCrossOrigin } = http
  const [isBusy, setBusy] = useState(false)
  const isApiPath = path.startsWith('/')
  const href = isApiPath ? apiUrl(path) : path
  if (!isApiPath || !isApiCrossOrigin()) return <a {...anchor} href={href} download={download} />
  const fetchFile = async (event: MouseEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const fetched = download
      ? saveFile(http, path, download === true ? undefined : download)
      : openFileInTab(http, path)
    await fetched.catch((error: Error) => showToast({ severity: 'error', summary: error.message }))
    setBusy(false)
  }
  return <a {...anchor} href={href} aria-busy={isBusy} onClick={(event) => void fetchFile(event)} />
}
