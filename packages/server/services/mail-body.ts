/** Renders an email as plain text and as HTML from the same parts. */
import { escapeHtml } from '@matricola/schema/values/html.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'

export type MailPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Text written by a user, quoted verbatim. */
  | { readonly kind: 'quote'; readonly text: string }
  /** Labels and values. Each label includes the punctuation of its language. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | {
      readonly kind: 'link'
      readonly address: string
      readonly label: string
      readonly hint: string
    }

export interface MailContent {
  readonly language: Language
  /**
   * The header of the email: the logo if it is attached, otherwise the name in the university's
   * colour.
   */
  readonly university: {
    readonly name: string
    readonly color: string
    readonly logo: string | null
  }
  readonly subject: string
  readonly greeting: string
  readonly parts: readonly MailPart[]
  readonly closing: string
  readonly footer: string
}

/** Joins the parts with blank lines. */
export const renderPlainText = ({ greeting, parts, closing, footer }: MailContent): string =>
  [greeting, ...parts.map(plainPart), `${closing}\n${footer}`].join('\n\n')

function plainPart(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'quote':
      return part.text.replace(/^/gm, '> ')
    case 'facts':
      return part.facts.map(([label, value]) => `${label} ${value}`).join('\n')
    case 'list':
      return part.items.map((item) => `- ${item}`).join('\n')
    case 'link':
      return part.address
  }
}

const head = ({ name, color, logo }: MailContent['university']) =>
  `<p style="margin:0 0 24px;padding:0 0 12px;border-bottom:3px solid ${color};color:${color};font-size:20px;font-weight:bold">${logo === null ? escapeHtml(name) : logoOrName(logo, name)}</p>`

/**
 * If images are not shown, the alternative text looks like the header for a university without a
 * logo.
 */
const logoOrName = (cid: string, name: string) =>
  `<img src="cid:${cid}" alt="${escapeHtml(name)}" height="40" style="display:block;height:40px;max-width:100%;border:0">`

const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`

/** Fixed markup in which every text is escaped, so that a name can never add HTML. */
export function renderHtml({
  language,
  university,
  subject,
  greeting,
  parts,
  closing,
  footer,
}: MailContent): string {
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>` +
    '<body style="margin:0;padding:24px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a">' +
    `<div style="max-width:560px;margin:0 auto">${head(university)}${paragraph(escapeHtml(greeting))}${parts.map(htmlPart).join('')}${paragraph(escapeHtml(closing))}` +
    `<p style="margin:0;font-size:13px;color:#555555">${escapeHtml(footer)}</p></div></body></html>`
  )
}

function htmlPart(part: MailPart): string {
  switch (part.kind) {
    case 'text':
      return paragraph(lines(part.text))
    case 'quote':
      return `<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #c8c8c8">${lines(part.text)}</blockquote>`
    case 'facts':
      return paragraph(
        part.facts
          .map(([label, value]) => `${escapeHtml(label)} <strong>${escapeHtml(value)}</strong>`)
          .join('<br>'),
      )
    case 'list':
      return `<ul style="margin:0 0 16px;padding:0 0 0 20px">${part.items.map((item) => `<li>${lines(item)}</li>`).join('')}</ul>`
    case 'link':
      return button(part.address, part.label) + linkParagraph(part)
  }
}

const button = (href: string, label: string) =>
  paragraph(
    `<a href="${escapeHtml(href)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#1f4fd8;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>`,
  )
const linkParagraph = ({ address, hint }: { readonly address: string; readonly hint: string }) =>
  `<p style="margin:0 0 16px;font-size:13px;color:#555555">${escapeHtml(hint)}<br>${escapeHtml(address)}</p>`

const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
