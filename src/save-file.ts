import { download } from '#providers/http.ts'

/** Pictures that a browser shows without running anything in them. */
const shownTypes = /^image\/(jpeg|png|webp)$/

/** Fetches a file of the API and hands it to the browser's downloads. Throws as `request`. */
export async function saveFile(path: string, name?: string): Promise<void> {
  const fetched = await download({ method: 'GET', path })
  handOver(fetched.blob, name || fetched.name)
}

/** Fetches a file of the API and shows it in a tab of its own, where that is a picture and the browser lets us; else saves it. Throws as `request`. */
export async function openFile(path: string): Promise<void> {
  const { blob, name } = await download({ method: 'GET', path })
  // The tab needs the address as long as it is open: it goes with the page.
  if (shownTypes.test(blob.type) && window.open(URL.createObjectURL(blob))) return
  handOver(blob, name)
}

/** Hands bytes to the browser's downloads, under a name. */
export function handOver(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
