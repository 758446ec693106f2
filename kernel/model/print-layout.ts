import { fill } from './refusal.ts'

/** Sheets of papers; `L` lies on its long side. */
export const PAPER_SIZES = { A4: 'A4 竖向', A4L: 'A4 横向', A5: 'A5 竖向', A5L: 'A5 横向' } as const
export type PaperSize = keyof typeof PAPER_SIZES

/** Fields of the row as labels and values, side by side. `photo` keeps a place for a picture at the right: of a `files` field, or to be stuck on. */
export interface GridBlock<F extends string = string> {
  kind: 'grid'
  title?: string
  columns?: 1 | 2 | 3
  fields: readonly F[]
  /** Words in place of a field's own label. */
  labels?: { readonly [K in F]?: string }
  photo?: { field?: F }
}
/** Rows that belong to the row: those of `of` whose `by` points at it. Without any, `blank` empty lines. */
export interface TableBlock {
  kind: 'table'
  title?: string
  of: string
  by: string
  fields: readonly string[]
  /** Words in place of a column's own label. */
  labels?: Readonly<Record<string, string>>
  sort?: string
  blank?: number
}
/** Running text; `{name}` takes a field of the row, `{school}` and `{today}` speak for themselves. */
export interface TextBlock {
  kind: 'text'
  text: string
  align?: 'left' | 'center' | 'right'
}
/** Place of signature and seal; the template's seal is printed over it. */
export interface SealBlock {
  kind: 'seal'
  text: string
}
/** What people have decided about the row, signed and dated; `by` names the module's part that feeds it when the paper is printed. */
export interface SignedBlock {
  kind: 'signed'
  title?: string
  by: string
}
export type Block<F extends string = string> = GridBlock<F> | TableBlock | TextBlock | SealBlock | SignedBlock
/** What stands on a paper, from top to bottom. The foot with number, date and QR code is on every one. */
export interface Layout<F extends string = string> {
  title: string
  blocks: ReadonlyArray<Block<F>>
}
/** How papers are numbered: words with `{number}` and perhaps `{year}`, how many digits, and whether every year begins anew. */
export interface Numbering {
  text: string
  digits: number
  restart: 'year' | 'never'
}
export const NUMBERING: Numbering = { text: '{year}-{number}', digits: 6, restart: 'year' }
export const numberAs = ({ text, digits }: Numbering, year: number, number: number): string => fill(text, { year, number: String(number).padStart(digits, '0') })

/** Names of the places in a text: `{name}`. */
export const placesIn = (text: string): string[] => [...text.matchAll(/\{([^{}\s]{1,60})\}/g)].map(m => m[1] as string)
/** Places of a text that are no field. */
export const OWN_PLACES = { school: '学校名称', today: '今天的日期' } as const
