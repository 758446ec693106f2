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
  bottom: number
  y: number
  /** Starts a new page when this height does not fit. */
  need(height: number): void
}
export interface Cell {
  text: string
  width: number
  shaded?: boolean
}
export const PAD = 5
export const heightOfRow = ({ pen }: Page, cells: readonly Cell[]): number => Math.max(20, ...cells.map(c => heightOf(pen, c.text, c.width - PAD * 2, BODY) + 8))
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
    drawText(page.pen, cell.text, { x: x + PAD, y: page.y + (height - inner) / 2, width: cell.width - PAD * 2 }, { ...BODY, color: cell.shaded ? GREY : INK })
    x += cell.width
  }
  page.y += height
}
