import sql from 'sql-template-tag'
import { allSubjects, subjectOf } from '#flow/index.ts'
import { refusalOf } from '#model'
import { user } from '#modules/system/model/user.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { processBinding, processDef } from '../model/process.ts'
import { processTypes } from '../model/process-keeping.ts'
import { kindName } from './application-kinds.ts'

async function checkOwners(db: Db, ownerIds: unknown): Promise<void> {
  const ids = Array.isArray(ownerIds) ? ownerIds.filter(id => typeof id === 'string') : []
  // existence check only: owners may belong to any department
  if (ids.length && (await db.unscoped(user).count({ id: ids })) < new Set(ids).size) throw refusalOf(processDef, 'owner', {}, 'ownerIds')
}
const defRules = rules(processDef, {
  async add({ db }, draft) {
    const subject = subjectOf(String(draft.processType))
    if (!subject) throw refusalOf(processDef, 'type', { processType: draft.processType }, 'processType')
    await checkOwners(db, draft.ownerIds)
    draft.draft = subject.initial.graph // most users edit an existing flow rather than draw one
    draft.draftedAt = new Date().toISOString()
  },
  async update({ db }, _row, patch) {
    await checkOwners(db, patch.ownerIds)
  },
  async remove({ db }, { id, name, currentVersion }) {
    const bound = [...(await db.cached(processBinding)).values()].filter(b => b.defId === id).length
    if (bound) throw refusalOf(processDef, 'bound', { name, count: bound })
    if (currentVersion) throw refusalOf(processDef, 'used', { name })
  },
})
const running = compute(processDef, ['runningCount'], async ({ db }, rows) => {
  const found = await db.query<{ id: string; n: number }>(sql`select def_id as id, count(*)::int as n from process_instance
    where tenant_id = ${db.me.tenantId} and state in ('pending', 'returned', 'suspended') and def_id = any(${rows.map(r => r.id)}::uuid[]) group by def_id`)
  const counts = new Map(found.map(f => [f.id, f.n]))
  for (const row of rows) row.runningCount = counts.get(row.id) ?? 0
})

async function checkBinding(db: Db, { processType, defId }: { processType?: unknown; defId?: unknown }): Promise<void> {
  const def = (await db.cached(processDef)).get(String(defId))
  if (!def) return // the reference itself is validated with all others
  if (def.processType !== processType)
    throw refusalOf(processBinding, 'type', { name: def.name, is: kindName(def.processType), processType: kindName(String(processType)) }, 'defId')
  if (def.state !== 'published') throw refusalOf(processBinding, 'unpublished', { name: def.name }, 'defId')
}
const bindingRules = rules(processBinding, {
  add: ({ db }, draft) => checkBinding(db, draft),
  update: ({ db }, row, patch) => checkBinding(db, { ...row, ...patch }),
})
const types = handle(processTypes, async ({ lang }) => allSubjects().map(s => ({ processType: s.processType, name: translate(lang, s.label) })))

export default [defRules, running, bindingRules, types]
