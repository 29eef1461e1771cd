/** Reads generated PDFs the way a PDF viewer does. */
import { createRequire } from 'node:module'

async function openPdf(bytes: Buffer) {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  pdfjs.GlobalWorkerOptions.workerSrc = createRequire(import.meta.url).resolve(
    'pdfjs-dist/legacy/build/pdf.worker.mjs',
  )
  const document = await pdfjs.getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  return {
    document,
    pages: await Promise.all(
      Array.from({ length: document.numPages }, (_, page) => document.getPage(page + 1)),
    ),
  }
}

/** Returns the text of a PDF. */
export async function pdfText(bytes: Buffer): Promise<string> {
  const { pages } = await openPdf(bytes)
  const items = await Promise.all(pages.map(async (page) => (await page.getTextContent()).items))
  return items
    .map((each) => each.map((item) => ('str' in item ? item.str : '')).join(' '))
    .join('\n')
}

interface Node {
  readonly type?: string
  readonly role?: string
  readonly lang?: string
  readonly children?: readonly Node[]
}

/**
 * Returns the structure tree of the first page: the role of each element, its language and its
 * children.
 */
export async function pdfStructure(bytes: Buffer) {
  const { document, pages } = await openPdf(bytes)
  const describeNode = ({ role, lang, children = [] }: Node): string => {
    const inner = children.filter((child) => child.role).map(describeNode)
    return `${role}${lang ? `[${lang}]` : ''}${inner.length > 0 ? `(${inner.join(' ')})` : ''}`
  }
  const tree: Node = (await pages[0]?.getStructTree()) ?? {}
  const { info } = (await document.getMetadata()) as { info: { Title?: string; Language?: string } }
  return {
    outline: (tree.children ?? []).map(describeNode).join(' '),
    info,
    language: info.Language,
    marked: (await document.getMarkInfo())?.Marked,
  }
}
