import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import PDFDocument from 'pdfkit'
import subsetFont from 'subset-font'
import { followProcess } from '../base/time-sync.ts'
import { type PrintOrder, wordsOf } from './document.ts'
import { divide, type Font } from './fonts.ts'
import { drawPaper } from './render.ts'
import type { TextRenderer } from './text-renderer.ts'

/** Messages between server and worker thread. */
export type Request = { id: number; order: PrintOrder }
export type Reply = { id: number; done: number } | { id: number; pdf: Uint8Array } | { id: number; failed: string }

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

async function penFor(doc: PDFKit.PDFDocument, order: PrintOrder): Promise<TextRenderer> {
  const names = new Map<string, string>()
  const { fonts } = divide(`${wordsOf(order.papers)}${order.watermark} 　`, order.fontFolder)
  for (const [at, [font, characters]] of [...fonts].entries()) {
    doc.registerFont(`f${at}`, await cut(font, [' ', '　', ...characters]))
    for (const character of characters) names.set(character, `f${at}`)
  }
  return { doc, fontOf: character => names.get(character) ?? 'f0' }
}
async function print(order: PrintOrder, tell: (done: number) => void): Promise<Buffer> {
  const doc = new PDFDocument({ autoFirstPage: false, info: { Title: order.title, Producer: 'Qinglan' }, lang: 'zh-CN' })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((done, fail) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => done())
    doc.on('error', fail)
  })
  const pen = await penFor(doc, order)
  for (const [i, paper] of order.papers.entries()) {
    drawPaper(pen, paper, order)
    if ((i + 1) % TELL_EVERY === 0) {
      tell(i + 1)
      // let the stream flush what has been drawn
      await new Promise(setImmediate)
    }
  }
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
followProcess()
let last: Promise<void> = Promise.resolve()
parentPort?.on('message', ({ id, order }: Request) => {
  const answer = (reply: Reply): void => parentPort?.postMessage(reply)
  last = last.then(async () => {
    try {
      answer({ id, pdf: await print(order, done => answer({ id, done })) })
    } catch (error) {
      answer({ id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
})
