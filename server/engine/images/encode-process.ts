/** Program of the process that decodes pictures and PDFs: whatever a file does to its decoder, only this process suffers. */
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import type { Sharp } from 'sharp'
import type { PdfAnswer } from '../ports/pdf-reader.ts'
import type { EncodeAnswer, Picture, PictureShape } from '../ports/picture-encoder.ts'
import type { DecoderAnswer, DecoderTask } from './encoder.ts'

const avatarPixels = 512
const documentPixels = 4000
const maxPixels = 25e6
const maxSide = 16_000
/** Time of the processor, which a busy machine does not use up: a good file takes less than one. */
const maxCpuSeconds = 10
/** Memory of the process: a small file can unfold into a huge one. */
const maxMemoryBytes = 700 * 1024 * 1024
const watchMs = 100

/**
 * Finding the shortest code of a document would take twice the time (26 ms in place of 13 for a photo of two megapixels) for
 * files of some 8 to 20 % less.
 */
const shapes: { readonly [S in PictureShape]: (image: Sharp) => Sharp } = {
  avatar: (image) => image.resize(avatarPixels, avatarPixels, { fit: 'cover' }).webp({ quality: 82 }),
  document: (image) =>
    image
      .resize(documentPixels, documentPixels, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 85, optimizeCoding: false }),
  // Sharp at twice the 40 pixels at which it is shown.
  smallLogo: (image) => image.resize(640, 80, { fit: 'inside', withoutEnlargement: true }).jpeg({ quality: 85 }),
}

if (isMainThread) {
  process.on('message', (task: DecoderTask) => void answer(task))
  // The program that started it is gone, in whatever way.
  process.on('disconnect', () => process.exit())
} else {
  const { readPdf } = await import('./read-pdf.ts')
  parentPort?.on('message', async (bytes: Uint8Array) => parentPort?.postMessage(await readPdf(bytes)))
}

async function answer(task: DecoderTask): Promise<void> {
  const before = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const isTooMuch = (user + system) / 1e6 > maxCpuSeconds || process.memoryUsage.rss() > maxMemoryBytes
    if (isTooMuch) process.send?.({ fault: 'tooComplex' } satisfies DecoderAnswer, () => process.exit())
  }, watchMs)
  const said: DecoderAnswer = 'pdf' in task ? await read(task.pdf) : await encoded(task)
  clearInterval(watch)
  process.send?.(said)
}

async function encoded({ bytes, kind, shape }: Picture): Promise<EncodeAnswer> {
  const sharp = await loadSharp()
  try {
    const image = sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 })
    const { width = 0, height = 0, pages = 1, format } = await image.metadata()
    if (format !== kind || width < 1 || height < 1) return { fault: 'damaged' }
    if (pages > 1) return { fault: 'animated' }
    if (Math.max(width, height) > maxSide || width * height > maxPixels) return { fault: 'tooManyPixels' }
    return { bytes: await shapes[shape](image.rotate()).toBuffer() }
  } catch {
    return { fault: 'damaged' }
  }
}

/** Loaded for the first picture, not for PDFs. Only these three kinds are ever decoded, whatever else the library could (S-10.7). */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

let reader: Worker | undefined

/** PDFs are read in a thread of their own, since a reader that is busy with one could not be watched. */
function read(pdf: Uint8Array): Promise<PdfAnswer> {
  reader ??= new Worker(fileURLToPath(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 256 } })
  const thread = reader
  return new Promise((resolve) => {
    const settle = (said: PdfAnswer) => {
      thread.off('message', settle).off('error', failed)
      resolve(said)
    }
    /** Out of memory, in most cases. The next PDF gets another thread. */
    const failed = () => {
      reader = undefined
      settle({ fault: 'tooComplex' })
    }
    thread.on('message', settle).on('error', failed).postMessage(pdf)
  })
}
