import { inflateSync } from 'node:zlib'

/** Extracts the text of a PDF made by this product, page by page, using its ToUnicode tables. */
export function wordsOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, readonly string[]>()
  for (const { head } of objects.values())
    for (const [, name, id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(id))?.head ?? '')
      if (name && table) fonts.set(name, glyphs(objects.get(Number(table[1]))?.body ?? ''))
    }
  return [...objects.values()].map(o => (/\bTf\b/.test(o.body) ? shown(o.body, fonts) : '')).join('\n')
}
function objectsOf(pdf: Buffer): Map<number, { head: string; body: string }> {
  const text = pdf.toString('latin1')
  const objects = new Map<number, { head: string; body: string }>()
  for (const found of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)(?:stream\n|endobj)/g)) {
    const [all, id, head = ''] = found
    if (all.endsWith('endobj')) {
      objects.set(Number(id), { head, body: '' })
      continue
    }
    const start = found.index + all.length
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const bytes = pdf.subarray(start, start + length)
    objects.set(Number(id), { head, body: head.includes('FlateDecode') ? inflateSync(bytes).toString('latin1') : '' })
  }
  return objects
}
const glyphs = (table: string): string[] =>
  [...table.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) => String.fromCharCode(...(hex.match(/\w{4}/g) ?? []).map(unit => Number.parseInt(unit, 16)))),
  )
function shown(content: string, fonts: ReadonlyMap<string, readonly string[]>): string {
  let font: readonly string[] = []
  let words = ''
  for (const [, name, run] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? []
    else for (const [, hex = ''] of (run ?? '').matchAll(/<([0-9a-f]+)>/gi)) for (const id of hex.match(/.{4}/g) ?? []) words += font[Number.parseInt(id, 16)] ?? '�'
  }
  return words
}
/** Number of pages. */
export const pagesOfPdf = (pdf: Buffer): number => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b(?!s)/g)].length
