import { today } from '#server/base/today.ts'
import { seed } from '#server/context.ts'
import type { ProfileColumn } from '../model/columns.ts'
import { exportProfile } from '../model/profile.ts'
import { type Dataset, datasets } from './datasets.ts'

/** Columns of the dataset as they are called here, where its module names no others. */
const columnsOf = ({ fields, delivered }: Dataset): readonly ProfileColumn[] =>
  delivered?.columns ?? Object.entries(fields).map(([field, { label }]) => ({ title: label, source: 'field', field }))
/** A profile to begin with for each dataset that brings one. A school that has a profile of the dataset, of its own or this one changed, keeps it. */
export default seed('exchange.delivered', async db => {
  const known = new Set((await db.unscoped(exportProfile).all()).map(p => p.dataset)) // formats only
  const drafts = db
    .registered(datasets)
    .flatMap(of =>
      of.delivered && !known.has(of.code) ? [{ code: of.code, name: of.label, target: of.delivered.target, dataset: of.code, columns: columnsOf(of), validFrom: today() }] : [],
    )
  await db.insertMany(exportProfile, drafts)
})
