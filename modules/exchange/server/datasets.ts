import { type Entity, type Field, type Fields, permissionKey, refusalOf } from '#model'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { datasets as listDatasets } from '../model/actions.ts'
import type { ProfileColumn } from '../model/columns.ts'
import { exportProfile, type TARGETS } from '../model/profile.ts'

export type Value = string | number | null
/** A row of a dataset, in the words of its fields. Money in fen. */
export interface DataRow {
  id: string
  /** What people call the row, and where it is mended. */
  name: string
  link: string | null
  college?: string | null
  values: Readonly<Record<string, Value>>
}
export interface Dataset extends Registration {
  kind: 'dataset'
  code: string
  label: string
  /** Whoever exports needs `export` of this entity; columns with protected values need its `reveal` as well (40-X4). */
  of: Entity
  /** Whose `reveal` they need where `of` has no protected fields: identity numbers are the student's. */
  protectedBy?: Entity
  fields: Fields
  filter: Fields
  /** What the receiver writes into its file, where it comes back (40-X5). */
  result?: Fields
  /** Its module makes the file itself, as a part of its own work. */
  isOwned?: boolean
  /** The profile with which schools begin; without columns it has all fields. */
  delivered?: { target: keyof typeof TARGETS; columns?: readonly ProfileColumn[] }
  rows(ctx: Pick<Ctx, 'db' | 'me' | 'lang'>, filter: Readonly<Record<string, unknown>>): Promise<DataRow[]>
}
export const datasets = extensionPoint<Dataset>('dataset', { id: d => d.code, entity: d => d.of.name })
/** Registers rows that export profiles can be made of. */
export const dataset = (given: Omit<Dataset, 'kind'>): Dataset => datasets.make(given)

export function datasetNamed(db: Db, code: string): Dataset {
  const found = db.registered(datasets).find(d => d.code === code)
  if (!found) throw refusalOf(exportProfile, 'dataset', { dataset: code }, 'dataset')
  return found
}
const isSensitive = (field: Field): boolean => field.options.sensitivity === 'S2'
export default handle(listDatasets, async ({ db, lang, me }) => {
  const shown = (fields: Fields = {}) => Object.entries(fields).map(([name, f]) => ({ name, label: translate(lang, f.label), kind: f.kind, isSensitive: isSensitive(f) }))
  const own = db.registered(datasets).filter(d => me.permissions.has(permissionKey(d.of, 'export')) || me.permissions.has('exchange:exportProfile:add'))
  return own.map(d => ({
    code: d.code,
    label: translate(lang, d.label),
    fields: shown(d.fields),
    result: shown(d.result),
    isOwned: d.isOwned ?? false,
    filter: shown(d.filter).map(({ name, label, kind }) => ({ name, label, kind, to: d.filter[name]?.options.to ?? null })),
  }))
})
