import type sanitizeHtml from 'sanitize-html'
import type { Field, FieldKind, Fields } from './field.ts'
import { isObject } from './objects.ts'

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
  // noopener: the opened page must not access window.opener
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, ...(attribs.target === '_blank' ? { rel: 'noopener noreferrer' } : {}) } }) },
}
/** Loaded lazily: HTML and CSS parsers are large. */
const loaded = async () => (await import('sanitize-html')).default

/** Sanitises rich text against XSS; also returns the names of removed elements. */
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
/** A value of a field with its rich text sanitised, in the elements of lists and the members of objects, too. */
async function cleaned({ kind, options }: Field, value: unknown, removed: Set<string>): Promise<unknown> {
  if (kind === 'rich' && typeof value === 'string') {
    const clean = await sanitise(value)
    for (const what of clean.removed) removed.add(what)
    return clean.html
  }
  const { of, fields } = options
  if (kind === 'list' && of && Array.isArray(value)) {
    const items: unknown[] = []
    for (const item of value) items.push(await cleaned(of, item, removed))
    return items
  }
  if (kind === 'shape' && fields && isObject(value)) await cleanIn(fields, value, removed)
  return value
}
async function cleanIn(fields: Fields, values: Record<string, unknown>, removed: Set<string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name]
    if (field && HOLDS_RICH.has(field.kind)) values[name] = await cleaned(field, value, removed)
  }
}
const HOLDS_RICH: ReadonlySet<FieldKind> = new Set(['rich', 'list', 'shape'])
const removedFrom = new WeakMap<object, readonly string[]>()
/** Sanitises the rich text fields of what somebody sent, in place; runs on every write of a record and on the input of every action. */
export async function sanitiseFields(fields: Fields, values: Record<string, unknown>): Promise<void> {
  const removed = new Set<string>()
  await cleanIn(fields, values, removed)
  if (removed.size) removedFrom.set(values, [...removed])
}
/** What was taken out of an input, for an action that tells its caller. */
export const removedOf = (input: object): readonly string[] => removedFrom.get(input) ?? []
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Plain text as rich text, a paragraph for each line. */
export const richOf = (text: string): string =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .map(line => `<p>${line.replace(/[&<>]/g, sign => ESCAPES[sign] ?? sign)}</p>`)
    .join('')
const ENTITIES: Readonly<Record<string, string>> = { '&nbsp;': ' ', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
/** The words of sanitised rich text, a line for each paragraph, row or item: what paper shows of it. */
export const wordsOfRich = (html: string): string =>
  html
    .replace(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-4]|blockquote|pre|caption|figcaption)>/g, '\n')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:nbsp|lt|gt|quot|amp);/g, entity => ENTITIES[entity] ?? entity)
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .join('\n')
const PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,/
/** Sanitises a converted document for display: formatting and embedded images only, no links or external requests. */
export const sanitiseDocument = async (html: string): Promise<string> =>
  (await loaded())(html, {
    ...ALLOWED,
    allowedTags: (ALLOWED.allowedTags as string[]).filter(tag => tag !== 'a'),
    allowedSchemesByTag: { img: ['data'] },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !PICTURE.test(attribs.src ?? ''),
  })
