import { maxUploadBytes } from '@matricola/schema/vocabulary.ts'

/**
 * Shrinks an image that is too large to upload. Returns an image that cannot be decoded unchanged;
 * the upload rejects it later with an explanation.
 */
export async function shrinkToFit(file: File): Promise<File> {
  if (file.size <= maxUploadBytes) return file
  try {
    const { redrawPicture } = await import('./shrink.ts')
    const drawn = await redrawPicture(file)
    return new File([drawn], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: drawn.type })
  } catch {
    return file
  }
}
