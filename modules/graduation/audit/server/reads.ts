import sql from 'sql-template-tag'
import { ownStudentId } from '#modules/student/server/api.ts'
import { phaseOf } from '#modules/workflow/rounds/model/round.ts'
import { compute, type Db, handle, type Lang } from '#server/context.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import { auditBatches, myAudit } from '../model/actions.ts'
import { graduationAudit, type Judged } from '../model/audit.ts'
import { graduationBatch } from '../model/batch.ts'
import type { Batch } from './rows.ts'

const RECENT = 8
const PUBLISHED = ['published', 'paused', 'closed', 'archived'] as const
const recent = (db: Db): Promise<Batch[]> => db.unscoped(graduationBatch).all({ state: [...PUBLISHED] }, { sort: ['-beginTime'], limit: RECENT }) // what is counted of them is in scope

interface Counts {
  id: string
  total: number
  met: number
  oneMissing: number
  open: number
  decided: number
  approved: number
  confirmed: number
}
const NONE: Omit<Counts, 'id'> = { total: 0, met: 0, oneMissing: 0, open: 0, decided: 0, approved: 0, confirmed: 0 }
const batches = handle(auditBatches, async ({ db, lang }) => {
  const rows = await recent(db)
  const ids = rows.map(r => r.id)
  const audits = db.visible(graduationAudit).rows()
  const counts =
    await db.query<Counts>(sql`select a.batch_id as id, count(*)::int as total, count(*) filter (where missed = 0)::int as met, count(*) filter (where missed = 1)::int as "oneMissing",
      count(*) filter (where state in ('open', 'returned'))::int as open, count(*) filter (where state = 'decided')::int as decided, count(*) filter (where state = 'approved')::int as approved,
      count(*) filter (where state in ('confirmed', 'closed'))::int as confirmed
    from ${audits} a where a.batch_id = any(${ids}::uuid[]) group by 1`)
  const missed = await db.query<{ id: string; code: string; n: number }>(sql`select a.batch_id as id, i->>'code' as code, count(*)::int as n
    from ${audits} a, jsonb_array_elements(a.items) i where a.batch_id = any(${ids}::uuid[]) and not (i->>'pass')::boolean group by 1, 2`)
  return rows.flatMap(({ id, name, stage, certDate, beginTime, endTime, items, ...row }) => {
    const own = counts.find(c => c.id === id)
    if (!own) return []
    const asked = (items ?? []).map(i => ({ code: i.code, name: translate(lang, i.name), missed: missed.find(m => m.id === id && m.code === i.code)?.n ?? 0 }))
    return [{ ...NONE, ...own, ...{ id, name, stage, certDate, beginTime, endTime }, phase: phaseOf({ ...row, beginTime, endTime }), items: asked }]
  })
})
const shownIn = (lang: Lang, items: readonly Judged[] | null) =>
  (items ?? []).map(({ code, name, need, actual, pass, blocking }) => ({
    ...{ code, name: translate(lang, name), need: formatWording(lang, need), actual: actual === null ? null : formatWording(lang, actual), pass, blocking },
  }))
/** One's own items, a term before the audit; the result once it is certain. */
const mine = handle(myAudit, async ({ db, me, lang }) => {
  const rows = await db.unscoped(graduationAudit).all({ studentId: ownStudentId(me) }, { sort: ['-createdAt'] }) // the caller's own
  const batches = await db.unscoped(graduationBatch).all({ id: rows.map(r => r.batchId), state: [...PUBLISHED] }) // of the caller's own rows
  const names = new Map(batches.map(b => [b.id, b.name]))
  return rows.flatMap(({ batchId, items, state, result, judgedAt }) => {
    const [name, shown] = [names.get(batchId), shownIn(lang, items)]
    if (name === undefined) return []
    const isCertain = state === 'confirmed' || state === 'closed'
    return [{ batchId, name, met: shown.filter(i => i.pass).length, total: shown.length, items: shown, state, result: isCertain ? result : null, judgedAt }]
  })
})
const shown = compute(graduationAudit, ['shown', 'studentNo'], async ({ db, lang }, rows) => {
  const ids = rows.map(r => r.id)
  const found = await db.query<{ id: string; items: Judged[] | null; no: string | null }>(sql`select a.id, a.items, s.student_no as no from graduation_audit a
    join student s on s.tenant_id = a.tenant_id and s.id = a.student_id where a.tenant_id = ${db.me.tenantId} and a.id = any(${ids}::uuid[])`)
  const of = new Map(found.map(f => [f.id, f]))
  for (const row of rows) {
    row.shown = shownIn(lang, of.get(row.id)?.items ?? null)
    row.studentNo = of.get(row.id)?.no ?? null
  }
})
export default [batches, mine, shown]
