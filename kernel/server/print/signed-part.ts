import type { PaperStatement, SignedPart } from './document.ts'
import { BODY, drawRow, GREY, LINE, PAD, type Page, SHADE } from './page.ts'
import { drawLine, drawText, heightOf, INK, measure } from './text-renderer.ts'

const NAME = { most: 110, least: 84 } as const
/** Line below an opinion: decision at the left, signature at the right. */
const FOOT = { height: 28, size: 9.5, gap: 8, place: 76 } as const
const SIGNATURE = { width: 72, height: 24 } as const

/** Steps top to bottom, with their opinions; a step continued on the next page repeats its name. */
export function drawSigned(page: Page, part: SignedPart): void {
  if (!part.steps.length) drawRow(page, [{ text: part.none, width: page.width }])
  const label = Math.min(NAME.most, Math.max(NAME.least, ...part.steps.map(s => measure(page.pen, s.name, BODY.size) + PAD * 2 + 1)))
  for (const { name, statements } of part.steps) {
    let rest = statements
    while (rest.length) {
      page.need(heightOfStatement(page, rest[0], label, part.sign))
      const fitting = howMany(page, rest, label, part.sign)
      drawBox(page, name, rest.slice(0, fitting), label, part.sign)
      rest = rest.slice(fitting)
    }
  }
  page.y += 10
}
/** How many opinions fit on the page; at least one. */
function howMany(page: Page, statements: readonly PaperStatement[], label: number, sign: string): number {
  let room = page.bottom - page.y
  const over = statements.findIndex(one => {
    room -= heightOfStatement(page, one, label, sign)
    return room < 0
  })
  return over < 0 ? statements.length : Math.max(1, over)
}
function drawBox(page: Page, name: string, statements: readonly PaperStatement[], label: number, sign: string): void {
  const { doc } = page.pen
  const inner = heightOf(page.pen, name, label - PAD * 2, BODY)
  const height = Math.max(
    inner + 8,
    statements.reduce((sum, one) => sum + heightOfStatement(page, one, label, sign), 0),
  )
  const end = page.y + height
  doc.lineWidth(0.6).rect(page.left, page.y, label, height).fillAndStroke(SHADE, LINE)
  doc.rect(page.left + label, page.y, page.width - label, height).stroke(LINE)
  drawText(page.pen, name, { x: page.left + PAD, y: page.y + (height - inner) / 2, width: label - PAD * 2 }, { ...BODY, color: GREY })
  for (const one of statements) drawStatement(page, one, label, sign)
  page.y = end
}
const innerWidth = (page: Page, label: number): number => page.width - label - PAD * 2
const textHeight = (page: Page, { text }: PaperStatement, width: number): number => (text ? heightOf(page.pen, text, width, BODY) + 4 : 0)
function heightOfStatement(page: Page, one: PaperStatement | undefined, label: number, sign: string): number {
  if (!one) return 0
  const width = innerWidth(page, label)
  return textHeight(page, one, width) + FOOT.height * (isWide(page, one, width, sign) ? 2 : 1)
}
const signerWidth = ({ pen }: Page, { signer }: PaperStatement): number => Math.max(FOOT.place, measure(pen, signer, FOOT.size) + 8)
/** Width of the signature at the right: 签名 ____ 2026 年 11 月 21 日. A picture is drawn on the line and followed by the name. */
function signWidth(page: Page, one: PaperStatement, sign: string): number {
  const words = (text: string): number => measure(page.pen, text, FOOT.size) + FOOT.gap
  if (!one.signer) return words(one.date)
  return words(sign) + signerWidth(page, one) + FOOT.gap + (one.image ? words(one.signer) : 0) + words(one.date)
}
/** Whether decision and signature do not fit side by side: the signature then gets its own line. */
const isWide = (page: Page, one: PaperStatement, width: number, sign: string): boolean => measure(page.pen, one.said, BODY.size) + FOOT.gap + signWidth(page, one, sign) > width

function drawStatement(page: Page, one: PaperStatement, label: number, sign: string): void {
  const [x, width] = [page.left + label + PAD, innerWidth(page, label)]
  if (one.text) drawText(page.pen, one.text, { x, y: page.y + 4, width }, BODY)
  page.y += textHeight(page, one, width)
  drawLine(page.pen, one.said, x, page.y + FOOT.height - 9, { size: BODY.size, color: INK, bold: true })
  if (isWide(page, one, width, sign)) page.y += FOOT.height
  drawSignature(page, one, x + width - signWidth(page, one, sign) + FOOT.gap, sign)
  page.y += FOOT.height
}
function drawSignature(page: Page, one: PaperStatement, from: number, sign: string): void {
  const { pen } = page
  const base = page.y + FOOT.height - 9
  let x = from
  const write = (text: string, color: string): void => {
    drawLine(pen, text, x, base, { size: FOOT.size, color })
    x += measure(pen, text, FOOT.size) + FOOT.gap
  }
  if (one.signer) {
    write(sign, GREY)
    const place = signerWidth(page, one)
    if (one.image)
      pen.doc.image(Buffer.from(one.image), x + (place - SIGNATURE.width) / 2, base + 2 - SIGNATURE.height, {
        fit: [SIGNATURE.width, SIGNATURE.height],
        align: 'center',
        valign: 'bottom',
      })
    else drawLine(pen, one.signer, x + (place - measure(pen, one.signer, FOOT.size)) / 2, base, { size: FOOT.size, color: INK })
    pen.doc
      .lineWidth(0.5)
      .moveTo(x, base + 3)
      .lineTo(x + place, base + 3)
      .stroke(LINE)
    x += place + FOOT.gap
    if (one.image) write(one.signer, INK)
  }
  write(one.date, GREY)
}
