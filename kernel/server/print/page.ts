import type { Overflow } from './document.ts'
import { drawText, heightOf, INK, type TextRenderer } from './text-renderer.ts'

export const LINE = '#8a9099'
export const SHADE = '#f3f5f8'
export const GREY = '#5c6370'
export const BODY = { size: 10, leading: 1.4 } as const

/** Drawing position. */
export interface Page {
  pen: TextRenderer
  left: number
  width: number
  top: number
  bottom: number
  y: number
  /** What did not fit so far. */
  over: Overflow[]
  /** Starts a new page when this height does not fit. */
  need(height: number): void
}
export interface Cell {
  text: string
  width: number
  shaded?: boolean
  /** Height of a box; its text stands at the top. */
  lines?: number
}
export const PAD = 5
/** What a row is higher than its text. */
const EDGE = 8
const STEP = BODY.size * BODY.leading
/** How many lines a box has that fills a page. */
export const mostLines = ({ top, bottom }: Page): number => Math.floor((bottom - top - EDGE) / STEP)
export const heightOfRow = ({ pen }: Page, cells: readonly Cell[]): number =>
  Math.max(20, ...cells.map(c => Math.max((c.lines ?? 0) * STEP, heightOf(pen, c.text, c.width - PAD * 2, BODY)) + EDGE))
/** Draws a row of bordered cells. */
export function drawRow(page: Page, cells: readonly Cell[]): void {
  const height = heightOfRow(page, cells)
  let x = page.left
  for (const cell of cells) {
    const { doc } = page.pen
    doc.lineWidth(0.6).rect(x, page.y, cell.width, height)
    if (cell.shaded) doc.fillAndStroke(SHADE, LINE)
    else doc.stroke(LINE)
    const inner = heightOf(page.pen, cell.text, cell.width - PAD * 2, BODY)
    const above = cell.lines ? EDGE / 2 : (height - inner) / 2
    drawText(page.pen, cell.text, { x: x + PAD, y: page.y + above, width: cell.width - PAD * 2 }, { ...BODY, color: cell.shaded ? GREY : INK })
    x += cell.width
  }
  page.y += height
}
