import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { rules } from '#server/context.ts'
import { caseMaterial, disciplineCase } from '../model/case.ts'
import { isHeavier, LEVELS, type Level } from '../model/levels.ts'
import { punishment } from '../model/punishment.ts'
import { violationRule } from '../model/violation-rule.ts'
import { checkRules, type Happened, mustBePast, wrong } from './report.ts'
import type { Case } from './rows.ts'

/** What the case says is fixed once somebody was told of it; who investigates may change. */
const TOLD = ['noticed', 'defenceClosed', 'pending', 'returned', 'approved', 'decided', 'served', 'inForce', 'liftPending', 'lifted', 'revoked', 'changed', 'executed'] as const
const records = rules(disciplineCase, {
  async update({ db }, row, patch) {
    const { investigators: _, version: __, ...facts } = patch as Record<string, unknown>
    const changed = Object.keys(facts).some(key => JSON.stringify(facts[key]) !== JSON.stringify(row[key as keyof Case]))
    if (changed && (await db.unscoped(punishment).count({ caseId: row.id, state: [...TOLD] }))) throw wrong('running', { caseNo: row.caseNo }) // of the case in scope
    mustBePast(patch.occurredAt ?? row.occurredAt)
    if (changed) await checkRules(db, { ...row, ...patch } as Happened)
  },
})
const materials = rules(caseMaterial, {
  async add(_ctx, draft) {
    if (draft.takenAt && Date.parse(draft.takenAt) > Date.now()) throw refusalOf(caseMaterial, 'future', { at: schoolTimeText(draft.takenAt) }, 'takenAt')
  },
  async remove({ db }, row) {
    const [used] = await db.query<{ n: number }>(
      sql`select count(*)::int as n from punishment where tenant_id = ${db.me.tenantId} and case_id = ${row.caseId} and material_ids ? ${row.id}`,
    )
    if (used?.n) throw refusalOf(caseMaterial, 'used', { title: row.title })
  },
})
function mustRange(min: Level | undefined, max: Level | undefined): void {
  if (min && max && isHeavier(min, max)) throw refusalOf(violationRule, 'range', { min: { text: LEVELS[min] }, max: { text: LEVELS[max] } }, 'maxLevel')
}
const regulation = rules(violationRule, {
  async add(_ctx, { minLevel, maxLevel }) {
    mustRange(minLevel, maxLevel)
  },
  async update(_ctx, row, patch) {
    mustRange(patch.minLevel ?? row.minLevel, patch.maxLevel ?? row.maxLevel)
  },
  async remove({ db }, row) {
    const [used] = await db.query<{ n: number }>(sql`select count(*)::int as n from discipline_case where tenant_id = ${db.me.tenantId} and rule_ids ? ${row.id}`)
    if (used?.n) throw refusalOf(violationRule, 'used', { article: row.article, count: used.n })
  },
})
export default [records, materials, regulation]
