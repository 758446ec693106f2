import type { PaperSize } from '#model/print-layout.ts'
import { qrModules } from '#model/qr.ts'
import type { DocumentPart, Overflow, Part, PrintDocument, PrintOrder } from './document.ts'
import { BODY, type Cell, drawRow, GREY, heightOfRow, LINE, mostLines, PAD, type Page } from './page.ts'
import { drawSigned } from './signed-part.ts'
import { drawLine, drawText, heightOf, linesOf, measure, type TextRenderer } from './text-renderer.ts'

const SHEETS: Record<PaperSize, { size: 'A4' | 'A5'; layout: 'portrait' | 'landscape' }> = {
  A4: { size: 'A4', layout: 'portrait' },
  A4L: { size: 'A4', layout: 'landscape' },
  A5: { size: 'A5', layout: 'portrait' },
  A5L: { size: 'A5', layout: 'landscape' },
}
const FOOT = 66
const QR = 56
/** Photo of 25 × 35 mm, the usual size for documents. */
const PHOTO = { width: 71, height: 99, gap: 8 } as const

/** Room for a picture, so that it shares a page with what it belongs to. */
const HEIGHT_OF_PICTURE = 300

/** Renders one document, starting on a new page; returns what did not fit. */
export function drawPaper(pen: TextRenderer, paper: PrintDocument, order: Pick<PrintOrder, 'size' | 'watermark'>): Overflow[] {
  const { doc } = pen
  let pages = 0
  const margin = order.size.startsWith('A5') ? 34 : 48
  const begin = (): void => {
    pages += 1
    doc.addPage({ ...SHEETS[order.size], margin: 0 })
    drawWatermark(pen, order.watermark)
    drawFoot(pen, paper, margin)
  }
  begin()
  const page: Page = {
    pen,
    left: margin,
    width: doc.page.width - margin * 2,
    top: margin,
    bottom: doc.page.height - margin - FOOT - 10,
    y: margin - 8,
    over: [],
    need(height) {
      if (page.y + height <= page.bottom || page.y <= margin) return
      begin()
      page.y = margin
    },
  }
  page.y += drawText(pen, paper.school, { x: page.left, y: page.y, width: page.width }, { size: 11, align: 'center', color: GREY })
  page.y += drawText(pen, paper.title, { x: page.left, y: page.y, width: page.width }, { size: 20, align: 'center', bold: true, leading: 1.6 }) + 8
  for (const part of paper.parts) drawPart(page, part)
  const { mostPages = pages } = paper
  return pages > mostPages ? [...page.over, { box: null, has: pages, most: mostPages }] : page.over
}
function drawPart(page: Page, part: DocumentPart): void {
  if ('title' in part && part.title) drawTitle(page, part.title)
  if (part.kind === 'grid') drawGrid(page, part)
  if (part.kind === 'table') drawTable(page, part)
  if (part.kind === 'text') drawParagraphs(page, part)
  if (part.kind === 'picture') drawPicture(page, part)
  if (part.kind === 'seal') drawSeal(page, part)
  if (part.kind === 'signed') drawSigned(page, part)
}
function drawTitle(page: Page, text: string): void {
  page.need(60)
  page.y += drawText(page.pen, text, { x: page.left, y: page.y, width: page.width }, { size: 11.5, bold: true, leading: 1.5 }) + 2
}
function drawGrid(page: Page, { title, cells, columns, photo, lines }: Extract<Part, { kind: 'grid' }>): void {
  if (photo) page.need(PHOTO.height + 10)
  const top = page.y
  const label = Math.min(110, Math.max(56, ...cells.map(([text]) => measure(page.pen, text, BODY.size) + PAD * 2 + 1)))
  const beside = photo ? top + PHOTO.height : 0
  const box = lines && Math.min(lines, mostLines(page))
  let photoEnd = beside
  for (let i = 0; i < cells.length; i += columns) {
    const isBeside = page.y < beside
    const width = isBeside ? page.width - PHOTO.width - PHOTO.gap : page.width
    const rest = columns - Math.min(columns, cells.length - i)
    const row = cells.slice(i, i + columns).flatMap(([name, value], at, all): Cell[] => {
      // the last value of an incomplete row takes the remaining width
      const room = width / columns - label + (at === all.length - 1 ? (rest * width) / columns : 0)
      if (box) noteOver(page, name || title, linesOf(page.pen, value, BODY.size, room - PAD * 2).length, box)
      return [
        { text: name, width: label, shaded: true },
        { text: value, width: room, ...(box ? { lines: box } : {}) },
      ]
    })
    page.need(heightOfRow(page, row))
    drawRow(page, row)
    if (isBeside) photoEnd = Math.max(photoEnd, page.y)
  }
  if (photo) {
    drawPhoto(page, photo, top, photoEnd - top)
    page.y = Math.max(page.y, photoEnd)
  }
  page.y += 10
}
function noteOver(page: Page, box: string, has: number, most: number): void {
  if (has > most) page.over.push({ box, has, most })
}
function drawPhoto({ pen, left, width }: Page, photo: { words: string; image?: Uint8Array }, y: number, height: number): void {
  const x = left + width - PHOTO.width
  if (photo.image) pen.doc.image(Buffer.from(photo.image), x, y, { cover: [PHOTO.width, height], align: 'center', valign: 'center' })
  else drawText(pen, photo.words, { x, y: y + height / 2 - 8, width: PHOTO.width }, { ...BODY, color: GREY, align: 'center' })
  pen.doc.lineWidth(0.6).rect(x, y, PHOTO.width, height).stroke(LINE)
}
function drawTable(page: Page, { head, rows, blank }: Extract<Part, { kind: 'table' }>): void {
  const wide = (text: string): number => measure(page.pen, text, BODY.size)
  const shares = head.map((title, i) => Math.min(220, Math.max(44, wide(title), ...rows.map(r => wide(r[i] ?? '')))) + PAD * 2)
  const sum = shares.reduce((a, b) => a + b, 0)
  const cellsOf = (texts: readonly string[], shaded = false): Cell[] => texts.map((text, i) => ({ text, shaded, width: (page.width * (shares[i] ?? 0)) / sum }))
  const lines = rows.length ? rows : Array.from({ length: blank }, () => head.map(() => ''))
  page.need(50)
  drawRow(page, cellsOf(head, true))
  for (const line of lines) {
    const before = page.y
    page.need(heightOfRow(page, cellsOf(line)))
    if (page.y < before) drawRow(page, cellsOf(head, true))
    drawRow(page, cellsOf(line))
  }
  page.y += 10
}
function drawParagraphs(page: Page, { text, align }: Extract<Part, { kind: 'text' }>): void {
  for (const paragraph of text.split('\n')) {
    const style = { size: 12, leading: 1.9, align }
    // Chinese paragraphs are indented by two characters.
    const words = align === 'left' && /^\p{Script=Han}/u.test(paragraph) ? `　　${paragraph}` : paragraph
    page.need(heightOf(page.pen, words, page.width, style))
    page.y += drawText(page.pen, words, { x: page.left, y: page.y, width: page.width }, style)
  }
  page.y += 6
}
function drawPicture(page: Page, { image }: Extract<DocumentPart, { kind: 'picture' }>): void {
  page.need(HEIGHT_OF_PICTURE + 10)
  page.pen.doc.image(Buffer.from(image), page.left, page.y, { fit: [page.width, HEIGHT_OF_PICTURE], align: 'center' })
  page.y += HEIGHT_OF_PICTURE + 10
}
function drawSeal(page: Page, { text, date, image }: Extract<Part, { kind: 'seal' }>): void {
  page.need(70)
  page.y += 18
  const box = { x: page.left + page.width / 2, width: page.width / 2 }
  if (image) page.pen.doc.image(Buffer.from(image), box.x + box.width / 2 - 20, page.y - 40, { fit: [110, 110] })
  page.y += drawText(page.pen, text, { ...box, y: page.y }, { size: 11, align: 'center' })
  page.y += drawText(page.pen, date, { ...box, y: page.y }, { size: 11, align: 'center' })
}
function drawFoot(pen: TextRenderer, { foot }: PrintDocument, margin: number): void {
  const { doc } = pen
  const top = doc.page.height - margin - FOOT + 14
  const width = doc.page.width - margin * 2
  doc
    .lineWidth(0.5)
    .moveTo(margin, top - 6)
    .lineTo(margin + width, top - 6)
    .stroke(LINE)
  for (const [i, text] of foot.left.entries()) drawLine(pen, text, margin, top + 16 + i * 15, { size: 8.5, color: GREY })
  if (!foot.link) return
  for (const [i, text] of foot.right.entries()) {
    const x = margin + width - QR - 8 - measure(pen, text, 8.5)
    drawLine(pen, text, x, top + 16 + i * 15, { size: 8.5, color: GREY })
  }
  drawQr(pen, foot.link, margin + width - QR, top)
}
function drawQr({ doc }: TextRenderer, link: string, x: number, y: number): void {
  const data = qrModules(link)
  const step = QR / data.length
  // QR readers need a quiet zone, which the watermark must not cover.
  doc.rect(x - 4, y - 4, QR + 8, QR + 8).fill('#ffffff')
  for (const [row, cells] of data.entries()) for (const [column, isDark] of cells.entries()) if (isDark) doc.rect(x + column * step, y + row * step, step + 0.02, step + 0.02)
  doc.fill('#000000')
}
function drawWatermark(pen: TextRenderer, text: string): void {
  if (!text) return
  const { doc } = pen
  doc.save().opacity(0.1)
  doc.rotate(-24, { origin: [doc.page.width / 2, doc.page.height / 2] })
  const step = measure(pen, text, 15) + 70
  for (let y = -120, odd = 0; y < doc.page.height + 160; y += 120, odd++)
    for (let x = -160 - (odd % 2) * (step / 2); x < doc.page.width + 160; x += step) drawLine(pen, text, x, y, { size: 15, color: '#000000' })
  doc.restore().opacity(1)
}
