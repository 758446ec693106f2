import type { PaperSize } from '#model/print-layout.ts'

/** A paper with everything resolved to words: what the printing thread draws, without a database. */
export interface PrintDocument {
  school: string
  title: string
  parts: Part[]
  foot: { left: string[]; right: string[]; link: string }
}
export type Part =
  | { kind: 'grid'; title: string; columns: number; cells: ReadonlyArray<readonly [label: string, value: string]>; photo?: { words: string; image?: Uint8Array } }
  | { kind: 'table'; title: string; head: readonly string[]; rows: ReadonlyArray<readonly string[]>; blank: number }
  | { kind: 'text'; text: string; align: 'left' | 'center' | 'right' }
  | { kind: 'seal'; text: string; date: string; image?: Uint8Array }
  | SignedPart
/** Steps with what was said at each. `sign` is the word before a signature, `none` stands where nobody has said anything. */
export interface SignedPart {
  kind: 'signed'
  title: string
  none: string
  sign: string
  steps: ReadonlyArray<{ name: string; statements: readonly PaperStatement[] }>
}
/** `signer` is empty where nobody signs: what the program did by itself. */
export interface PaperStatement {
  said: string
  text: string
  signer: string
  date: string
  image?: Uint8Array
}

/** One file to make: papers one after the other, each beginning on its own sheet. */
export interface PrintOrder {
  size: PaperSize
  title: string
  papers: PrintDocument[]
  /** Who took it out of the house, over every page. */
  watermark: string
  /** Folder in which a school puts fonts for characters that ours lack. */
  fontFolder: string
}
/** All words of papers, to find out which characters they need. */
export function wordsOf(papers: readonly PrintDocument[]): string {
  return papers.map(p => [p.school, p.title, ...p.parts.map(wordsOfPart), ...p.foot.left, ...p.foot.right].join('')).join('')
}
function wordsOfPart(part: Part): string {
  if (part.kind === 'grid') return part.title + part.cells.flat().join('') + (part.photo?.words ?? '')
  if (part.kind === 'table') return part.title + part.head.join('') + part.rows.flat().join('')
  if (part.kind === 'signed') return part.title + part.none + part.sign + part.steps.map(s => s.name + s.statements.map(wordsOfStatement).join('')).join('')
  return part.kind === 'seal' ? part.text + part.date : part.text
}
const wordsOfStatement = ({ said, text, signer, date }: PaperStatement): string => said + text + signer + date
