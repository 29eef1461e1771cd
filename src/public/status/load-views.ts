import { loadTexts } from '../../i18n.ts'

/** Everything after the search: a bundle of its own, with its texts, asked for as soon as somebody starts to type. */
export async function loadStatusViews() {
  const [views] = await Promise.all([import('./status-views.tsx'), loadTexts('status', 'progress', 'apply')])
  return { default: views.StatusViews }
}
