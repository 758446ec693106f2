import type { PaperSize } from '#model/print-layout.ts'

/** A document resolved to texts and images, which the worker thread renders without database access. */
export interface PrintDocument {
  school: string
  title: string
  parts: DocumentPart[]
  foot: { left: string[]; right: string[]; link: string }
  mostPages?: number
}
/** A text that needs more lines than its box has, or, without a box, a document that needs more pages than its sheet. */
export interface Overflow {
  box: string | null
  has: number
  most: number
}
export type Part =
  | { kind: 'grid'; title: string; columns: number; cells: ReadonlyArray<readonly [label: string, value: string]>; photo?: { words: string; image?: Uint8Array }; lines?: number }
  | { kind: 'table'; title: string; head: readonly string[]; rows: ReadonlyArray<readonly string[]>; blank: number }
  | { kind: 'text'; text: string; align: 'left' | 'center' | 'right' }
  | { kind: 'seal'; text: string; date: string; image?: Uint8Array }
  | SignedPart
/** A picture with nothing beside it, as wide as the page. */
export type DocumentPart = Part | { kind: 'picture'; image: Uint8Array }
/** Approval steps with their opinions. `sign` is the label of a signature, `none` the text when there are no opinions. */
export interface SignedPart {
  kind: 'signed'
  title: string
  none: string
  sign: string
  steps: ReadonlyArray<{ name: string; statements: readonly PaperStatement[] }>
}
/** `signer` is empty for automatic decisions. */
export interface PaperStatement {
  said: string
  text: string
  signer: string
  date: string
  image?: Uint8Array
}

/** A PDF to render: documents one after the other, each starting on a new page. */
export interface PrintOrder {
  size: PaperSize
  title: string
  papers: PrintDocument[]
  /** Watermark over every page, naming the person printing. */
  watermark: string
  /** Folder of fonts added by a school, for characters our fonts lack. */
  fontFolder: string
}
/** All texts of the documents, to determine the characters needed. */
export function wordsOf(papers: readonly PrintDocument[]): string {
  return papers.map(p => [p.school, p.title, ...p.parts.map(wordsOfPart), ...p.foot.left, ...p.foot.right].join('')).join('')
}
function wordsOfPart(part: DocumentPart): string {
  if (part.kind === 'grid') return part.title + part.cells.flat().join('') + (part.photo?.words ?? '')
  if (part.kind === 'table') return part.title + part.head.join('') + part.rows.flat().join('')
  if (part.kind === 'signed') return part.title + part.none + part.sign + part.steps.map(s => s.name + s.statements.map(wordsOfStatement).join('')).join('')
  if (part.kind === 'picture') return ''
  return part.kind === 'seal' ? part.text + part.date : part.text
}
const wordsOfStatement = ({ said, text, signer, date }: PaperStatement): string => said + text + signer + date
