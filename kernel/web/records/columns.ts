import type { ReactNode } from 'react'
import { type Entity, type Field, isReference, labelKey, type Row, type RowHead } from '#model'
import type { Tone } from '#web/feedback/State.tsx'
import { t } from '#web/i18n/index.ts'
import type { WithAbilities } from './abilities.ts'

/** Row type of list responses: every reference comes with its target's label. */
export type Shown<E> = Row<E> & RowHead & WithAbilities & { readonly [K in keyof Row<E> & string as K extends `${infer B}Id` ? `${B}Name` : never]: string | null }

export interface ColumnSpec<R> {
  /** Field to show; any name if `render` is given. */
  key: string
  title?: string
  width?: number
  align?: 'left' | 'center' | 'right'
  render?: (row: R) => ReactNode
  /** Dot colour by state code. */
  tones?: Readonly<Record<string, Tone>>
  /** Hidden until the user enables it. */
  hidden?: boolean
}
export type ColumnOf<E> = (keyof Row<E> & string) | ColumnSpec<Shown<E>>

/** A column with all defaults resolved. */
export interface Column<R> {
  key: string
  title: string
  width: number
  /** Minimum width before the header, in two lines if its words allow it, or most values are cut off. */
  least: number
  align: 'left' | 'center' | 'right'
  sortable: boolean
  hidden: boolean
  field?: Field
  render?: (row: R) => ReactNode
  tones?: Readonly<Record<string, Tone>>
}
const HEADS: Readonly<Record<string, string>> = { createdAt: '建立时间', updatedAt: '更新时间' }
const WIDTHS: Partial<Record<Field['kind'], number>> = {
  date: 128,
  datetime: 168,
  time: 100,
  money: 132,
  integer: 100,
  decimal: 110,
  bool: 100,
  choice: 120,
  dict: 120,
  ref: 140,
  files: 110,
  rich: 200,
  list: 160,
}

function widthOf(key: string, field: Field | undefined): number {
  if (key in HEADS) return 168
  if (!field) return 120
  const { format, sensitivity, multiline, max = field.options.computed ? 20 : 200 } = field.options
  if (field.kind !== 'text') return /^(gender|sex)/.test(key) ? 100 : (WIDTHS[field.kind] ?? 128)
  if (format === 'mobile' || format === 'phone') return sensitivity ? 164 : 148
  if (format === 'citizenId') return 208
  if (format === 'code' || format === 'digits') return max <= 12 ? 128 : 148
  return multiline ? 220 : max <= 20 ? 128 : max <= 60 ? 148 : 180
}
/** Width of a title: 13 px, Latin letters about half as wide. */
const titleWidth = (title: string): number => [...title].reduce((sum, c) => sum + (c < '\u2e80' ? 7.5 : 13.5), 0)
/** Of one that breaks between two of its words, at the place that makes it narrowest. */
function brokenWidth(title: string): number {
  const words = title.split(' ')
  return Math.min(titleWidth(title), ...words.slice(1).map((_, at) => Math.max(titleWidth(words.slice(0, at + 1).join(' ')), titleWidth(words.slice(at + 1).join(' ')))))
}
const headWidth = (inner: number, sortable: boolean): number => 30 + (sortable ? 20 : 0) + inner

/** A date of another year in whole (2025年12月18日). In a narrow room its column gives way to what the page asks for: dates of this year are shorter. */
const WHOLE_DATE = 140
/** Share of its width a text column can shrink to: it is sized for the longest values. Dates, numbers and codes cannot shrink. */
const SQUEEZED = 0.86
const isElastic = (field: Field | undefined): boolean =>
  field !== undefined && /^(ref|dict|choice|text|list|rich|datetime)$/.test(field.kind) && !field.options.format && !field.options.sensitivity

/** Long texts and the row's name are left-aligned, everything else is centred. */
const alignOf = (of: Entity, key: string, field: Field | undefined): 'left' | 'center' =>
  key === of.options.title || field?.options.multiline || field?.kind === 'rich' ? 'left' : 'center'

export function resolveColumns<E extends Entity>(of: E, given: ReadonlyArray<ColumnOf<E>>): Array<Column<Shown<E>>> {
  return given.map(one => {
    const spec: ColumnSpec<Shown<E>> = typeof one === 'string' ? { key: one } : one
    const field = (of.fields as Entity['fields'])[spec.key]
    const title = t(spec.title ?? field?.label ?? HEADS[spec.key] ?? spec.key)
    const sortable = isSortable(of, spec.key)
    const values = spec.width ?? widthOf(spec.key, field)
    const asked = spec.width ?? Math.max(values, headWidth(titleWidth(title), sortable))
    const width = field?.kind === 'date' && !spec.render ? Math.max(asked, WHOLE_DATE) : asked
    const least = Math.max(isElastic(field) ? values * SQUEEZED : values, headWidth(brokenWidth(title), sortable))
    return {
      key: spec.key,
      title,
      width,
      least: Math.min(width, least),
      align: spec.align ?? alignOf(of, spec.key, field),
      sortable,
      hidden: spec.hidden ?? false,
      ...(field ? { field } : {}),
      ...(spec.render ? { render: spec.render } : {}),
      ...(spec.tones ? { tones: spec.tones } : {}),
    }
  })
}
/** Whether the server can sort by this field; it refuses others. */
export function isSortable(of: Entity, key: string): boolean {
  if (key === 'createdAt' || key === 'updatedAt') return true
  const options = of.fields[key]?.options
  return options?.sortable === true && !options.sensitivity
}
/** Fits columns into the available width: shrinks shrinkable columns rather than cutting off the last one. */
export function fittedWidths(columns: ReadonlyArray<{ width: number; least: number }>, room: number): number[] {
  const missing = columns.reduce((sum, c) => sum + c.width, 0) - room
  const spare = columns.reduce((sum, c) => sum + c.width - c.least, 0)
  return columns.map(c => (missing > 0 && missing <= spare ? c.width - ((c.width - c.least) * missing) / spare : c.width))
}
/** Key of the displayed value: the label of a reference. Codes are resolved by the caller. */
export const shownKey = (key: string, field: Field | undefined): string => (field && isReference(field) ? labelKey(key) : key)

/** Facts of a card, besides its title and state. */
const FACTS = 3
/** Keys of the columns that a card shows: three at most (60-MB1), so that a screen holds several cards. */
export type CardFacts = readonly [string, (string | undefined)?, (string | undefined)?]
/** Columns of a card on the phone: the title, which the first column is, with the name before it where it is somebody's number; the state, and the declared facts, hidden columns among them; else
 *  the first ones shown. */
export function cardColumns<C extends { key: string; hidden?: boolean; namedBy?: string }>(
  columns: readonly C[],
  { stateKey, facts }: { stateKey?: string | undefined; facts?: CardFacts | undefined },
): { title: C | undefined; name: C | undefined; state: C | undefined; facts: C[] } {
  const [title, ...rest] = columns
  const name = rest.find(c => c.key === title?.namedBy)
  const others = rest.filter(c => c !== name)
  const state = others.find(c => c.key === stateKey)
  const declared = facts?.flatMap(key => others.filter(c => c.key === key))
  return { title, name, state, facts: declared ?? others.filter(c => c !== state && !c.hidden).slice(0, FACTS) }
}
/** Visible columns and their order, as chosen by the user. */
export interface ColumnChoice {
  order: readonly string[]
  hidden: readonly string[]
}
/** Applies a stored choice. New columns keep their default place, removed ones are ignored. */
export function chosenColumns<C extends { key: string; hidden: boolean }>(all: readonly C[], choice: ColumnChoice | undefined): C[] {
  return orderedColumns(all, choice).filter(c => !isHidden(c, choice))
}
export function orderedColumns<C extends { key: string }>(all: readonly C[], choice: ColumnChoice | undefined): C[] {
  if (!choice) return [...all]
  const known = choice.order.map(key => all.find(c => c.key === key)).filter((c): c is C => c !== undefined)
  const result = [...known]
  for (const [at, column] of all.entries()) if (!known.includes(column)) result.splice(Math.min(at, result.length), 0, column)
  return result
}
export const isHidden = (column: { key: string; hidden: boolean }, choice: ColumnChoice | undefined): boolean =>
  choice?.order.includes(column.key) ? choice.hidden.includes(column.key) : column.hidden
