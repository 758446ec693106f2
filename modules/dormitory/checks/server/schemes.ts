import { refusalOf } from '#model'
import { parseAudience } from '#modules/system/model/audience.ts'
import { type Ctx, compute, type Db, rules, seed } from '#server/context.ts'
import { isFault, parseGrades, parseItems } from '../model/parse-scheme.ts'
import { checkTask, checkTaskActions } from '../model/record.ts'
import { checkScheme } from '../model/scheme.ts'
import { DEFAULT_ITEMS, FIRE_ITEMS, SAFETY_ITEMS } from '../model/usual-items.ts'
import type { Scheme } from './tasks.ts'

type Patch = Partial<Scheme> & Record<string, unknown>
function read(patch: Patch): void {
  if (patch.items !== undefined) {
    const items = parseItems(patch.items)
    if (isFault(items)) throw refusalOf(checkScheme, items.key, items.values, 'items')
    patch.items = items
  }
  if (patch.grades === undefined) return
  const grades = parseGrades(patch.grades)
  if (isFault(grades)) throw refusalOf(checkScheme, grades.key, grades.values, 'grades')
  patch.grades = grades
}
/** A scheme in use is immutable: existing scores refer to it. */
async function refuseInUse(db: Db, row: Scheme, patch: Patch): Promise<void> {
  const isOther = (key: 'items' | 'grades'): boolean => patch[key] !== undefined && JSON.stringify(patch[key]) !== JSON.stringify(row[key])
  if (!isOther('items') && !isOther('grades')) return
  const running = (await db.unscoped(checkTask).all({ schemeId: row.id, state: ['published', 'paused'] }, { limit: 1 }))[0] // of any user's task
  if (running) throw refusalOf(checkScheme, 'inUse', { task: running.name }, isOther('items') ? 'items' : 'grades')
}
const AUTOMATIC = ['cycle', 'isAutomatic', 'checkers', 'scopeKind', 'samplePercent', 'blind'] as const
/** Automatic publication reaches the whole school, so it requires school-wide scope. */
function automatic({ me }: Ctx, row: Patch): void {
  if (!row.isAutomatic) return
  if (row.cycle === 'none') throw refusalOf(checkScheme, 'noCycle', { name: row.name }, 'cycle')
  if (!row.checkers) throw refusalOf(checkScheme, 'noCheckers', {}, 'checkers')
  parseAudience(row.checkers)
  if (row.scopeKind === 'sample' && !row.samplePercent) throw refusalOf(checkScheme, 'noSample', {}, 'samplePercent')
  if (!me.permissions.get(checkTaskActions.publish.permission)?.some(r => r.scope === 'all')) throw refusalOf(checkScheme, 'schoolOnly', {}, 'isAutomatic')
}
const records = rules(checkScheme, {
  async add(ctx, draft) {
    read(draft)
    automatic(ctx, draft)
  },
  async update(ctx, row, patch) {
    read(patch)
    await refuseInUse(ctx.db, row, patch)
    if (AUTOMATIC.some(key => patch[key] !== undefined)) automatic(ctx, { ...row, ...patch })
  },
})
const counts = compute(checkScheme, ['itemCount'], async (_ctx, rows) => {
  for (const row of rows) row.itemCount = row.items.length
})
/** Seeds one scheme of each kind required by the fire-safety rules and the weekly round. */
const first = seed('dormitory.checkSchemes', async db => {
  if (await db.unscoped(checkScheme).count()) return // seeding runs with school-wide scope
  await db.insertMany(checkScheme, [
    { name: '卫生检查', kind: 'health', items: DEFAULT_ITEMS, cycle: 'weekly' },
    { name: '安全检查', kind: 'safety', items: SAFETY_ITEMS, cycle: 'monthly' },
    { name: '消防检查', kind: 'fire', items: FIRE_ITEMS, cycle: 'quarterly' },
  ])
})
export default [records, counts, first]
