import type { Values } from '#model'
import { type Layout, NUMBERING } from '#model/print-layout.ts'
import { useRead } from '#web/records/useRead.ts'
import { openTemplate } from '../model/template.ts'
import type { Draft } from './draft.ts'

export type Opened = Values<typeof openTemplate.output>
const NOTHING: Layout = { title: '', blocks: [] }
export const wholeLayout = (layout: Layout | null): Layout => layout ?? NOTHING
/** The designable part of a template or edition. */
export const draftOf = ({ name, paper, layout, seal, numbering }: Pick<Opened, 'name' | 'paper' | 'layout' | 'seal' | 'numbering'>): Draft => ({
  name,
  paper,
  layout: wholeLayout(layout),
  seal,
  numbering: numbering ?? NUMBERING,
})
export interface PaperField {
  name: string
  label: string
  kind: string
  isClosed: boolean
}
export interface PaperTable {
  of: string
  by: string
  label: string
  fields: readonly PaperField[]
}
export const useTemplate = (id: string) => useRead(openTemplate, { id })
/** Fields and tables available in the designer. */
export interface Palette {
  fields: readonly PaperField[]
  photos: readonly PaperField[]
  tables: readonly PaperTable[]
  /** Signed contents supplied by modules. */
  signed: ReadonlyArray<{ by: string; label: string }>
  /** What modules know of a row, gathered. */
  sections: ReadonlyArray<{ by: string; label: string }>
}
export const paletteOf = ({ fields, photos, tables, signed, sections }: Opened): Palette => ({
  fields: fields,
  photos: photos,
  tables: tables.flatMap(one => (one ? { ...one, fields: one.fields } : [])),
  signed: signed,
  sections,
})
