import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { phaseOf, roundPhases } from '#modules/workflow/rounds/model/round.ts'
import { round } from '#modules/workflow/server/api.ts'
import { type Ctx, compute, type Db, rules } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { checkTask, checkTaskActions } from '../model/record.ts'
import { checkScheme } from '../model/scheme.ts'
import { settleRooms, type Task } from './rooms.ts'

type Patch = Partial<Task> & Record<string, unknown>
export const LINK = '/dormitory/check/score'
const FIXED = ['schemeId', 'scopeKind', 'dormIds', 'samplePercent', 'seed', 'blind'] as const
const MOST_SEED = 2_000_000_000

async function checkScope(db: Db, draft: Patch): Promise<void> {
  const scheme = draft.schemeId ? (await db.cached(checkScheme)).get(draft.schemeId) : undefined
  if (scheme && !scheme.isEnabled) throw refusalOf(checkTask, 'schemeOff', { scheme: scheme.name }, 'schemeId')
  if (draft.scopeKind === 'sample' && !draft.samplePercent) throw refusalOf(checkTask, 'noSample', {}, 'samplePercent')
  const ids = [...new Set(draft.dormIds ?? [])].flatMap(id => id ?? [])
  const missing = ids.length - (ids.length ? await db.visibleFor(dormBuilding, 'dormitory:dormBuilding:list').count({ id: ids }) : 0)
  if (missing) throw refusalOf(checkTask, 'dormScope', { count: missing }, 'dormIds')
}
function refuseRunning({ lang }: Ctx, row: Task, patch: Patch): void {
  if (row.state === 'draft') return
  const changed = FIXED.find(key => patch[key] !== undefined && JSON.stringify(patch[key]) !== JSON.stringify(row[key]))
  if (changed) throw refusalOf(checkTask, 'running', { name: row.name, state: roundPhases.labels[phaseOf(row)], what: translate(lang, checkTask.fields[changed].label) }, changed)
}
const records = rules(checkTask, {
  async add({ db }, draft) {
    await checkScope(db, draft)
  },
  async update(ctx, row, patch) {
    refuseRunning(ctx, row, patch)
    await checkScope(ctx.db, { ...row, ...patch })
  },
})
/** Fixes the rooms before notifying checkers; a recheck brings its own. */
async function begin(db: Db, row: Task): Promise<void> {
  if (row.recheckOf) return
  const seed = row.seed ?? Math.floor(Math.random() * MOST_SEED)
  const roomCount = await settleRooms(db, { ...row, seed })
  if (!roomCount) throw refusalOf(checkTask, 'noRooms')
  await db.update(checkTask, row.id, { roomCount, seed })
}
const counts = compute(checkTask, ['doneCount', 'failCount'], async ({ db }, rows) => {
  const ids = rows.map(r => r.id)
  const found = await db.query<{ id: string; done: number; failed: number }>(sql`select task_id as id, count(*)::int as done, count(*) filter (where grade = 'fail')::int as failed
    from check_record where tenant_id = ${db.me.tenantId} and task_id = any(${ids}::uuid[]) group by 1`)
  const byId = new Map(found.map(f => [f.id, f]))
  for (const row of rows) Object.assign(row, { doneCount: byId.get(row.id)?.done ?? 0, failCount: byId.get(row.id)?.failed ?? 0 })
})
/** The audience is frozen at publication: later joiners are not asked. */
export default [
  records,
  counts,
  round(checkTask, checkTaskActions, {
    processType: 'checkTask',
    audience: 'frozen',
    link: LINK,
    published: ({ db }, row) => begin(db, row),
    copied: async ({ db }, _from, to) => void (await db.update(checkTask, to.id, { seed: null, roomCount: 0 })),
  }),
]
export type Scheme = Row<typeof checkScheme>
