import { fill } from './refusal.ts'

/** Paper sizes; `L` is landscape. */
export const PAPER_SIZES = { A4: 'A4 竖向', A4L: 'A4 横向', A5: 'A5 竖向', A5L: 'A5 横向' } as const
export type PaperSize = keyof typeof PAPER_SIZES

/** Fields of the row as labels and values, side by side. `photo` reserves space at the right for a picture from a `files` field, or to be glued on. */
export interface GridBlock<F extends string = string> {
  kind: 'grid'
  title?: string
  columns?: 1 | 2 | 3
  fields: readonly F[]
  /** Overrides of field labels. */
  labels?: { readonly [K in F]?: string }
  photo?: { field?: F }
  /** Each value has a box of this many lines, as on a paper form; one that needs more is refused before anything is printed. */
  lines?: number
}
/** Child rows: those of `of` whose reference `by` points at the row. If there are none, `blank` empty lines. */
export interface TableBlock {
  kind: 'table'
  title?: string
  of: string
  by: string
  fields: readonly string[]
  /** Overrides of column labels. */
  labels?: Readonly<Record<string, string>>
  sort?: string
  blank?: number
}
/** Paragraphs; `{name}` is replaced by a field of the row; `{school}` and `{today}` are built in. */
export interface TextBlock {
  kind: 'text'
  text: string
  align?: 'left' | 'center' | 'right'
}
/** Place for signature and seal; the template's seal image is printed over it. */
export interface SealBlock {
  kind: 'seal'
  text: string
}
/** Opinions and decisions on the row, with signature and date; `by` names the module's source that supplies them. */
export interface SignedBlock {
  kind: 'signed'
  title?: string
  by: string
}
/** All that modules know of the row, a part each; `by` names the source that gathers it. */
export interface SectionsBlock {
  kind: 'sections'
  by: string
}
export type Block<F extends string = string> = GridBlock<F> | TableBlock | TextBlock | SealBlock | SignedBlock | SectionsBlock
/** Content of a document, top to bottom. A footer with number, date and QR code is always added. */
export interface Layout<F extends string = string> {
  title: string
  blocks: ReadonlyArray<Block<F>>
  /** Most pages of one document: two are both sides of a sheet. */
  pages?: number
}
/** Whether texts may be too long for this layout. */
export const hasLimits = ({ blocks, pages }: Layout): boolean => pages !== undefined || blocks.some(block => block.kind === 'grid' && block.lines !== undefined)
/** Numbering: pattern with `{number}` and optionally `{year}`, digit count, and whether it restarts every year. */
export interface Numbering {
  text: string
  digits: number
  restart: 'year' | 'never'
}
export const NUMBERING: Numbering = { text: '{year}-{number}', digits: 6, restart: 'year' }
export const numberAs = ({ text, digits }: Numbering, year: number, number: number): string => fill(text, { year, number: String(number).padStart(digits, '0') })

/** Names of the placeholders (`{name}`) in a text. */
export const placesIn = (text: string): string[] => [...text.matchAll(/\{([^{}\s]{1,60})\}/g)].map(m => m[1] as string)
/** Placeholders that are not fields. */
export const OWN_PLACES = { school: '学校名称', today: '今天的日期' } as const
