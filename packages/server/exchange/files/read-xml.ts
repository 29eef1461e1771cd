/**
 * Streaming reader for the XML of spreadsheets and bank statements. Rejects document types, so no
 * entities are expanded or fetched.
 */
import { SaxesParser } from 'saxes'
import { unreadableFile } from '../../ports/file-reader.ts'

export interface XmlReader {
  /** Names have no namespace prefix. */
  open?(name: string, attributes: { readonly [name: string]: string }): void
  text?(text: string): void
  close?(name: string): void
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Does nothing for an absent part. Throws `import.unreadable` for XML that is not well-formed or
 * has a document type.
 */
export function readXml(chunks: readonly Uint8Array[], reader: XmlReader): void {
  if (chunks.length === 0) return
  const parser = new SaxesParser()
  parser.on('doctype', () => {
    throw unreadableFile()
  })
  parser.on('error', () => {
    throw unreadableFile()
  })
  parser.on('opentag', ({ name, attributes }) => reader.open?.(local(name), attributes))
  parser.on('text', (text) => reader.text?.(text))
  parser.on('cdata', (text) => reader.text?.(text))
  parser.on('closetag', ({ name }) => reader.close?.(local(name)))
  const [first] = chunks
  const isBigEndian = first?.[0] === 0xfe && first[1] === 0xff
  const isUtf16 = isBigEndian || (first?.[0] === 0xff && first[1] === 0xfe)
  const decoder = new TextDecoder(isBigEndian ? 'utf-16be' : isUtf16 ? 'utf-16le' : 'utf-8')
  for (const chunk of chunks) parser.write(decoder.decode(chunk, { stream: true }))
  parser.write(decoder.decode()).close()
}

/** Returns the attribute with this name, with any prefix. */
export const attribute = (
  attributes: { readonly [name: string]: string },
  name: string,
): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => local(key) === name)?.[1]
