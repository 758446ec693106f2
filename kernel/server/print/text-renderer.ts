/** Text layout: font per character, widths, line breaks. */
export interface TextRenderer {
  doc: PDFKit.PDFDocument
  /** Registered font that has a character. */
  fontOf(character: string): string
}
export interface Style {
  size: number
  color?: string
  bold?: boolean
  align?: 'left' | 'center' | 'right'
  /** Line height, relative to the font size. */
  leading?: number
}
const widths = new WeakMap<TextRenderer, Map<string, number>>()
/** Width of a character at size 1; cached per document. */
function widthOf(pen: TextRenderer, character: string): number {
  const known = widths.get(pen) ?? new Map<string, number>()
  widths.set(pen, known)
  const seen = known.get(character)
  if (seen !== undefined) return seen
  pen.doc.font(pen.fontOf(character)).fontSize(100)
  const width = pen.doc.widthOfString(character) / 100
  known.set(character, width)
  return width
}
export const measure = (pen: TextRenderer, text: string, size: number): number => [...text].reduce((sum, c) => sum + widthOf(pen, c), 0) * size

/** Punctuation that must not begin a line. */
const CLOSING = /[，。、；：？！）》」』”’%,.;:?!)\]}·]/
/** Break opportunities: Latin words and numbers stay whole, Chinese breaks anywhere. */
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
/** Draws a line from its left end; fallback fonts share the baseline. */
export function drawLine(pen: TextRenderer, text: string, x: number, baseline: number, style: Style): void {
  const { doc } = pen
  const color = style.color ?? INK
  doc.fillColor(color).strokeColor(color)
  let at = x
  for (const run of runsOf(pen, text)) {
    doc.font(run.font).fontSize(style.size)
    // Bold is simulated by a stroke: embedding a second weight would double the font data of every document.
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
/** Draws a text in a column; returns its height. */
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
