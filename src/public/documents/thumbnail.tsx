import { Icon } from '@matricola/console/icons/icon.tsx'
import { useEffect, useRef, useState } from 'react'
import { type ChosenFile, isOnDevice } from './document-state.ts'

const widthPx = 96

/**
 * A small image of a file: the photo itself, or the first page of a PDF. Decorative, because the
 * name is next to it.
 */
export function Thumbnail({ file }: { file: ChosenFile }) {
  return (
    <span className="document-thumbnail">
      {isOnDevice(file) ? <Content blob={file.blob} /> : <Icon name="file" />}
    </span>
  )
}

const Content = ({ blob }: { blob: Blob }) =>
  isPicture(blob) ? <Picture blob={blob} /> : <FirstPage blob={blob} />

export const isPicture = (blob: Blob) => blob.type.startsWith('image/')

function Picture({ blob }: { blob: Blob }) {
  const url = useObjectUrl(blob)
  return url ? <img src={url} alt="" /> : null
}

/** An object URL of a blob, revoked when it is no longer shown. */
export function useObjectUrl(blob: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const objectUrl = URL.createObjectURL(blob)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [blob])
  return url
}

function FirstPage({ blob }: { blob: Blob }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    let isMounted = true
    drawFirstPage(blob, () => (isMounted ? canvas.current : null)).then(
      () => isMounted && setDrawn(true),
      // A page that cannot be rendered here may still be valid. The icon stays in that case.
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [blob])
  return (
    <>
      <canvas ref={canvas} hidden={!isDrawn} />
      {isDrawn ? null : <Icon name="file" />}
    </>
  )
}

async function drawFirstPage(blob: Blob, target: () => HTMLCanvasElement | null) {
  const { openPdf } = await import('#src/pdf/open-pdf.ts')
  const pdf = await openPdf(blob)
  try {
    const canvas = target()
    if (canvas) await pdf.draw(canvas, { page: 1, width: widthPx })
  } finally {
    pdf.close()
  }
}
