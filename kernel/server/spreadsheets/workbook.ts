import { SaxesParser } from 'saxes'
import { sheetRefusal } from './texts.ts'
import type { Archive } from './zip.ts'

/** Meaning of a cell style's number format. */
export interface NumberFormats {
  isDate(style: number): boolean
  /** Digits a format like `00000000` pads to, else 0. */
  padding(style: number): number
}
export interface SheetPart {
  name: string
  part: string
  visible: boolean
}
export interface WorkbookParts {
  sheets: SheetPart[]
  date1904: boolean
  formats: NumberFormats
  strings: string[]
  /** Custom document properties; our templates store entity and version there. */
  properties: ReadonlyMap<string, string>
}
type Attributes = Readonly<Record<string, string>>
interface Handlers {
  open?(tag: string, attributes: Attributes): void
  text?(text: string): void
  close?(tag: string): void
}
/** Local name of a tag or attribute: some programs write prefixes (`x:row`). */
export const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** SAX parser that refuses malformed XML and DTDs (entity bombs). */
export function parser(handlers: Handlers): SaxesParser<{ xmlns: false; position: false }> {
  const made = new SaxesParser({ xmlns: false, position: false })
  made.on('error', error => {
    throw sheetRefusal('damaged', { detail: error.message })
  })
  made.on('doctype', () => {
    throw sheetRefusal('damaged', { detail: 'DOCTYPE' })
  })
  if (handlers.open) made.on('opentag', tag => handlers.open?.(local(tag.name), tag.attributes))
  if (handlers.text) made.on('text', text => handlers.text?.(text))
  if (handlers.close) made.on('closetag', tag => handlers.close?.(local(tag.name)))
  return made
}
function parse(xml: string, handlers: Handlers): void {
  parser(handlers).write(xml).close()
}

export async function readWorkbook(archive: Archive): Promise<WorkbookParts> {
  const root = archive.has('xl/workbook.xml') ? 'xl' : undefined
  if (!root) throw sheetRefusal('damaged', { detail: 'xl/workbook.xml' })
  const targets = await relations(archive)
  const sheets: SheetPart[] = []
  let date1904 = false
  parse(await archive.text('xl/workbook.xml'), {
    open(tag, a) {
      if (tag === 'workbookPr') date1904 = a.date1904 === '1' || a.date1904 === 'true'
      if (tag !== 'sheet') return
      const id = Object.entries(a).find(([name]) => local(name) === 'id' && name.includes(':'))?.[1]
      const part = id && targets.get(id)
      if (part && archive.has(part)) sheets.push({ name: a.name ?? '', part, visible: !a.state || a.state === 'visible' })
    },
  })
  return {
    sheets,
    date1904,
    formats: archive.has('xl/styles.xml') ? numberFormats(await archive.text('xl/styles.xml')) : { isDate: () => false, padding: () => 0 },
    strings: archive.has('xl/sharedStrings.xml') ? await sharedStrings(archive) : [],
    properties: archive.has('docProps/custom.xml') ? customProperties(await archive.text('docProps/custom.xml')) : new Map(),
  }
}
async function relations(archive: Archive): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  if (!archive.has('xl/_rels/workbook.xml.rels')) return targets
  parse(await archive.text('xl/_rels/workbook.xml.rels'), {
    open(tag, a) {
      if (tag === 'Relationship' && a.Id && a.Target) targets.set(a.Id, a.Target.startsWith('/') ? a.Target.slice(1) : `xl/${a.Target}`)
    },
  })
  return targets
}

const BUILT_IN_DATES = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
function numberFormats(xml: string): NumberFormats {
  const codes = new Map<number, string>()
  const styles: number[] = []
  let inCells = false
  parse(xml, {
    open(tag, a) {
      if (tag === 'numFmt') codes.set(Number(a.numFmtId), a.formatCode ?? '')
      if (tag === 'cellXfs') inCells = true
      if (tag === 'xf' && inCells) styles.push(Number(a.numFmtId ?? 0))
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false
    },
  })
  // Ignores literal text, colours and locales of a format code when looking for date parts.
  const bare = (id: number): string => (codes.get(id) ?? '').replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '')
  const dates = styles.map(id => (codes.has(id) ? /[ymdhs年月日]/i.test(bare(id)) : BUILT_IN_DATES(id)))
  const zeros = styles.map(id => (/^0{2,}$/.test(bare(id)) ? bare(id).length : 0))
  return { isDate: style => dates[style] ?? false, padding: style => zeros[style] ?? 0 }
}
/** Shared strings; rich text is joined, phonetic readings are skipped. */
async function sharedStrings(archive: Archive): Promise<string[]> {
  const strings: string[] = []
  let current = ''
  let collecting = false
  let phonetic = false
  const sax = parser({
    open(tag) {
      if (tag === 'si') current = ''
      else if (tag === 'rPh') phonetic = true
      else if (tag === 't') collecting = !phonetic
    },
    text(text) {
      if (collecting) current += text
    },
    close(tag) {
      if (tag === 't') collecting = false
      else if (tag === 'rPh') phonetic = false
      else if (tag === 'si') strings.push(unescapeText(current))
    },
  })
  const decoder = new TextDecoder()
  for await (const chunk of (await archive.stream('xl/sharedStrings.xml')) as AsyncIterable<Buffer>) sax.write(decoder.decode(chunk, { stream: true }))
  sax.close()
  return strings
}
/** Decodes Excel's escapes for characters invalid in XML (`_x000D_`). */
export const unescapeText = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text

function customProperties(xml: string): Map<string, string> {
  const found = new Map<string, string>()
  let name = ''
  let value = ''
  parse(xml, {
    open(tag, a) {
      if (tag === 'property') {
        name = a.name ?? ''
        value = ''
      }
    },
    text(text) {
      value += text
    },
    close(tag) {
      if (tag === 'property') found.set(name, value.trim())
    },
  })
  return found
}
