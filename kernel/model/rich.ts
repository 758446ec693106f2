import type sanitizeHtml from 'sanitize-html'
import type { Fields } from './field.ts'

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    'h1',
    'h2',
    'h3',
    'h4',
    'p',
    'br',
    'hr',
    'div',
    'span',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'sub',
    'sup',
    'mark',
    'blockquote',
    'pre',
    'code',
    'ul',
    'ol',
    'li',
    'a',
    'img',
    'figure',
    'figcaption',
    'table',
    'caption',
    'colgroup',
    'col',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    col: ['span'],
    '*': ['style'],
  },
  allowedStyles: {
    '*': {
      'text-align': [/^(left|right|center|justify)$/],
      color: [/^#[0-9a-f]{3,8}$/i],
      'background-color': [/^#[0-9a-f]{3,8}$/i],
      'font-weight': [/^(bold|[1-9]00)$/],
      'text-indent': [/^\d(\.\d)?em$/],
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // a page opened from ours may not reach back into it
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, ...(attribs.target === '_blank' ? { rel: 'noopener noreferrer' } : {}) } }) },
}
/** A parser of HTML and one of CSS: loaded with the first rich text. */
const loaded = async () => (await import('sanitize-html')).default

/** Rich text without what could run in a reader's browser, and the names of what was taken out. */
export async function sanitise(html: string): Promise<{ html: string; removed: string[] }> {
  const removed = new Set<string>()
  const clean = (await loaded())(html, {
    ...ALLOWED,
    onOpenTag(name, attribs) {
      if (!(ALLOWED.allowedTags as string[]).includes(name)) removed.add(`<${name}>`)
      for (const attribute of Object.keys(attribs)) if (/^on/i.test(attribute)) removed.add(attribute)
      for (const at of ['href', 'src']) if (/^\s*(javascript|data|vbscript):/i.test(attribs[at] ?? '')) removed.add(`${at}=${(attribs[at] ?? '').trim().split(':')[0]}:`)
    },
  })
  return { html: clean, removed: [...removed] }
}
/** Cleans the rich fields of a draft in place; every write of a record passes here. */
export async function sanitiseFields(fields: Fields, values: Record<string, unknown>): Promise<void> {
  for (const [name, value] of Object.entries(values)) if (fields[name]?.kind === 'rich' && typeof value === 'string') values[name] = (await sanitise(value)).html
}
const PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,/
/** A converted document as it is shown: formatting and its own pictures; nothing that leads or asks elsewhere. */
export const sanitiseDocument = async (html: string): Promise<string> =>
  (await loaded())(html, {
    ...ALLOWED,
    allowedTags: (ALLOWED.allowedTags as string[]).filter(tag => tag !== 'a'),
    allowedSchemesByTag: { img: ['data'] },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !PICTURE.test(attribs.src ?? ''),
  })
