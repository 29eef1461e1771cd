/** The process that decodes pictures and PDFs. A malicious file can only harm this process. */
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import type { Sharp } from 'sharp'
import type { PdfResponse } from '../ports/pdf-reader.ts'
import type { EncodeResponse, Picture, PictureShape } from '../ports/picture-encoder.ts'
import type { DecoderResult, DecoderTask } from './encoder.ts'

const avatarPixels = 512
const documentPixels = 4000
const maxPixels = 25e6
const maxSide = 16_000
/**
 * CPU time rather than elapsed time, so that a busy machine does not cause failures. A normal file
 * takes less than a second.
 */
const maxCpuSeconds = 10
/** Memory limit of the process, because a small file can expand to a huge one. */
const maxMemoryBytes = 700 * 1024 * 1024
const watchMs = 100

/**
 * Optimized Huffman coding of documents would take twice the time (26 instead of 13 ms for a photo
 * of two megapixels) and make files only 8 to 20 % smaller.
 */
const shapes: { readonly [S in PictureShape]: (image: Sharp) => Sharp } = {
  avatar: (image) =>
    image.resize(avatarPixels, avatarPixels, { fit: 'cover' }).webp({ quality: 82 }),
  document: (image) =>
    image
      .resize(documentPixels, documentPixels, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85, optimizeCoding: false }),
  // Twice the displayed height of 40 pixels, for high-density screens.
  smallLogo: (image) =>
    image.resize(640, 80, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 85 }),
}

if (isMainThread) {
  process.on('message', (task: DecoderTask) => void respond(task))
  // The parent process has ended.
  process.on('disconnect', () => process.exit())
} else {
  const { readPdf } = await import('./read-pdf.ts')
  parentPort?.on('message', async (bytes: Uint8Array) =>
    parentPort?.postMessage(await readPdf(bytes)),
  )
}

async function respond(task: DecoderTask): Promise<void> {
  const cpuBefore = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(cpuBefore)
    const isOverLimit =
      (user + system) / 1e6 > maxCpuSeconds || process.memoryUsage.rss() > maxMemoryBytes
    if (isOverLimit)
      process.send?.({ error: 'tooComplex' } satisfies DecoderResult, () => process.exit())
  }, watchMs)
  const result: DecoderResult = 'pdf' in task ? await read(task.pdf) : await encode(task)
  clearInterval(watch)
  process.send?.(result)
}

async function encode({ bytes, kind, shape }: Picture): Promise<EncodeResponse> {
  const sharp = await loadSharp()
  try {
    const image = sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 })
    const { width = 0, height = 0, pages = 1, format } = await image.metadata()
    if (format !== kind || width < 1 || height < 1) return { error: 'damaged' }
    if (pages > 1) return { error: 'animated' }
    if (Math.max(width, height) > maxSide || width * height > maxPixels)
      return { error: 'tooManyPixels' }
    return { bytes: await shapes[shape](image.rotate()).toBuffer() }
  } catch {
    return { error: 'damaged' }
  }
}

/**
 * Loads the library for the first picture; PDFs do not need it. All decoders except those of the
 * three accepted formats are disabled.
 */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  })
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

let reader: Worker | undefined

/** Reads a PDF in a separate thread, so that this thread can still enforce the limits. */
function read(pdf: Uint8Array): Promise<PdfResponse> {
  reader ??= new Worker(fileURLToPath(import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const thread = reader
  return new Promise((resolve) => {
    const settle = (response: PdfResponse) => {
      thread.off('message', settle).off('error', failed)
      resolve(response)
    }
    /** Usually out of memory. The next PDF gets a new thread. */
    const failed = () => {
      reader = undefined
      settle({ error: 'tooComplex' })
    }
    thread.on('message', settle).on('error', failed).postMessage(pdf)
  })
}
