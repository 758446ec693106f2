/** Words on a page: which font each character is in, how wide it is, where lines break. */
export interface TextRenderer {
  doc: PDFKit.PDFDocument
  /** Name of the registered font that holds a character. */
  fontOf(character: string): string
}
export interface Style {
  size: number
  color?: string
  bold?: boolean
  align?: 'left' | 'center' | 'right'
  /** Height of a line in sizes. */
  leading?: number
}
const widths = new WeakMap<TextRenderer, Map<string, number>>()
/** Width of one character at size 1; measured once for each document. */
function widthOf(pen: TextRenderer, character: string): number {
  const kept = widths.get(pen) ?? new Map<string, number>()
  widths.set(pen, kept)
  const seen = kept.get(character)
  if (seen !== undefined) return seen
  pen.doc.font(pen.fontOf(character)).fontSize(100)
  const width = pen.doc.widthOfString(character) / 100
  kept.set(character, width)
  return width
}
export const measure = (pen: TextRenderer, text: string, size: number): number => [...text].reduce((sum, c) => sum + widthOf(pen, c), 0) * size

/** Marks that may not begin a line. */
const CLOSING = /[，。、；：？！）》」』”’%,.;:?!)\]}·]/
/** Words and numbers stay whole, Chinese may break anywhere. */
const PIECES = /[\p{Script=Latin}\p{N}*@_\-./+:]+|\s|./gsu

/** Breaks a text into lines of at most this width. */
export function linesOf(pen: TextRenderer, text: string, size: number, width: number): string[] {
  return text.split('\n').flatMap(paragraph => {
    const lines: string[] = []
    let line = ''
    let used = 0
    for (const piece of (paragraph.match(PIECES) ?? []).flatMap(p => (measure(pen, p, size) > width ? [...p] : [p]))) {
      const more = measure(pen, piece, size)
      if (used + more > width && line && !CLOSING.test(piece)) {
        lines.push(line.trimEnd())
        line = ''
        used = 0
        if (piece === ' ') continue
      }
      line += piece
      used += more
    }
    return [...lines, line]
  })
}
/** Draws one line from its left end; characters of other fonts keep the same base line. */
export function drawLine(pen: TextRenderer, text: string, x: number, baseline: number, style: Style): void {
  const { doc } = pen
  const color = style.color ?? INK
  doc.fillColor(color).strokeColor(color)
  let at = x
  for (const run of runsOf(pen, text)) {
    doc.font(run.font).fontSize(style.size)
    // The one weight we carry is thickened for titles: a second one would double what every paper has to load.
    if (style.bold) doc.lineWidth(style.size * 0.028)
    doc.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic', ...(style.bold ? { fill: true, stroke: true } : {}) })
    at += measure(pen, run.text, style.size)
  }
}
export const INK = '#1f2329'
function runsOf(pen: TextRenderer, text: string): Array<{ font: string; text: string }> {
  const runs: Array<{ font: string; text: string }> = []
  for (const character of text) {
    const font = pen.fontOf(character)
    const last = runs.at(-1)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}
/** Draws a text into a column; answers how high it was. */
export function drawText(pen: TextRenderer, text: string, box: { x: number; y: number; width: number }, style: Style): number {
  const step = style.size * (style.leading ?? 1.5)
  const lines = linesOf(pen, text, style.size, box.width)
  for (const [i, line] of lines.entries()) {
    const space = box.width - measure(pen, line, style.size)
    const x = box.x + (style.align === 'center' ? space / 2 : style.align === 'right' ? space : 0)
    drawLine(pen, line, x, box.y + step * i + (step + style.size * 0.76) / 2, style)
  }
  return lines.length * step
}
export const heightOf = (pen: TextRenderer, text: string, width: number, { size, leading = 1.5 }: Style): number => linesOf(pen, text, size, width).length * size * leading
