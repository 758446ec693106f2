import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import PDFDocument from 'pdfkit'
import subsetFont from 'subset-font'
import { followProcess } from '../base/time-sync.ts'
import { type Overflow, type PrintOrder, wordsOf } from './document.ts'
import { divide, type Font } from './fonts.ts'
import { drawPaper } from './render.ts'
import type { TextRenderer } from './text-renderer.ts'

/** One file of all documents, a file of each, or no file: only what does not fit. */
export type Work = 'print' | 'pack' | 'measure'
/** What does not fit, and in which of the documents. */
export type PaperOverflow = Overflow & { paper: number }
export interface RenderedPapers {
  pdfs: Uint8Array[]
  over: PaperOverflow[]
}
/** Messages between server and worker thread. */
export type Request = { id: number; order: PrintOrder; work: Work }
export type Reply = { id: number; done: number } | { id: number; made: RenderedPapers } | { id: number; failed: string }

const TELL_EVERY = 20
const cache = new Map<string, Promise<Buffer>>()
/** The main font stays cached; subset files of rare characters are read again each time. */
function contentOf(font: Font): Promise<Buffer> {
  if (font.variable) return readFile(font.path)
  const content = cache.get(font.path) ?? readFile(font.path)
  cache.set(font.path, content)
  return content
}
/** Subsets a font, which reduces each document to some kilobytes and speeds up later steps. */
const cut = async (font: Font, characters: Iterable<string>): Promise<Buffer> =>
  subsetFont(await contentOf(font), [...characters].join(''), { targetFormat: 'sfnt', ...(font.variable ? { variationAxes: { wght: 400 } } : {}) })

interface Fonts {
  files: readonly Buffer[]
  /** Registered font of a character. */
  names: ReadonlyMap<string, string>
}
/** The fonts of all documents of an order, cut once. */
async function fontsFor(order: PrintOrder): Promise<Fonts> {
  const [files, names] = [[] as Buffer[], new Map<string, string>()]
  const { fonts } = divide(`${wordsOf(order.papers)}${order.watermark} 　`, order.fontFolder)
  for (const [at, [font, characters]] of [...fonts].entries()) {
    files.push(await cut(font, [' ', '　', ...characters]))
    for (const character of characters) names.set(character, `f${at}`)
  }
  return { files, names }
}
function penOn(doc: PDFKit.PDFDocument, { files, names }: Fonts): TextRenderer {
  for (const [at, file] of files.entries()) doc.registerFont(`f${at}`, file)
  return { doc, fontOf: character => names.get(character) ?? 'f0' }
}
const writtenBy = (doc: PDFKit.PDFDocument): Promise<Buffer> =>
  new Promise((done, fail) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => done(Buffer.concat(chunks)))
    doc.on('error', fail)
  })
async function make({ order, work }: Request, tell: (done: number) => void): Promise<RenderedPapers> {
  const fonts = await fontsFor(order)
  const made: RenderedPapers = { pdfs: [], over: [] }
  let done = 0
  for (const papers of work === 'pack' ? order.papers.map(paper => [paper]) : [order.papers]) {
    const doc = new PDFDocument({ autoFirstPage: false, info: { Title: order.title, Producer: 'Qinglan' }, lang: 'zh-CN' })
    const written = writtenBy(doc)
    const pen = penOn(doc, fonts)
    for (const paper of papers) {
      made.over.push(...drawPaper(pen, paper, order).map(one => ({ ...one, paper: done })))
      done += 1
      if (done % TELL_EVERY === 0) {
        tell(done)
        // let the stream flush what has been drawn
        await new Promise(setImmediate)
      }
    }
    doc.end()
    if (work === 'measure') return made
    made.pdfs.push(await written)
  }
  return made
}
followProcess()
let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (request: Request) => {
  const { id } = request
  const answer = (reply: Reply): void => parentPort?.postMessage(reply)
  last = last.then(async () => {
    try {
      answer({ id, made: await make(request, done => answer({ id, done })) })
    } catch (error) {
      answer({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
})
