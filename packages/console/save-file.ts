import type { Http } from '@matricola/providers/http.ts'

/** Image types that a browser shows without running scripts. */
const safeImageTypes = /^image\/(jpeg|png|webp)$/

/** Fetches a file of the API and saves it as a download. Throws like `request`. */
export async function saveFile(http: Http, path: string, name?: string): Promise<void> {
  const fetched = await http.download({ method: 'GET', path })
  saveBlob(fetched.blob, name || fetched.name)
}

/**
 * Fetches a file of the API and opens it in a new tab if it is an image and popups are allowed;
 * otherwise saves it. Throws like `request`.
 */
export async function openFileInTab(http: Http, path: string): Promise<void> {
  const { blob, name } = await http.download({ method: 'GET', path })
  // The URL is not revoked, because the tab needs it while it is open.
  if (safeImageTypes.test(blob.type) && window.open(URL.createObjectURL(blob))) return
  saveBlob(blob, name)
}

/** Saves bytes as a download with the given name. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
