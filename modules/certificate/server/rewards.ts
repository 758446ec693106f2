import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { payOut, payoutHold, releaseGrants, reserveGrants, withdrawGrant } from '#modules/money/server/api.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { holdersOf } from '#server/access/holders.ts'
import { compute, type Db, handle, on, rules } from '#server/context.ts'
import { generateReward, settleRecovery } from '../model/actions.ts'
import { certCatalog, levelNames } from '../model/cert-catalog.ts'
import { type CertReward, certReward } from '../model/cert-reward.ts'
import { type StudentCert, studentCert } from '../model/student-cert.ts'
import { certTodos, nameOf } from './notify.ts'

const SOURCE = 'certReward'
/** 50-SK4: certificates that a reward is due for: verified, issued within study and inside the window, of a student who has none for this entry and level; of several the first. */
const due = (db: Db, ids: Sql): Sql => sql`select distinct on (r.id, t.student_id) r.id as reward_id, r.amount, t.id, t.student_id
  from cert_reward r join student_cert t on t.tenant_id = r.tenant_id and t.catalog_id = r.catalog_id and t.level is not distinct from r.level and t.issued_on between r.window_from and r.window_to
  where r.tenant_id = ${db.me.tenantId} and r.id in (${ids}) and t.state = 'approved' and t.verify_state = 'verified' and t.in_study_period and t.reward_id is null
    and not exists (select from student_cert o where o.tenant_id = t.tenant_id and o.student_id = t.student_id and o.catalog_id = t.catalog_id and o.level is not distinct from t.level
      and o.reward_state in ('listed', 'paid', 'recover'))
  order by r.id, t.student_id, t.issued_on, t.id`
const claimOf = (fundId: string, { id, studentId, rewardAmount }: StudentCert) => ({ fundId, sourceType: studentCert.name, sourceId: id, studentId, amount: rewardAmount ?? 0 })
/** The entry is locked, so that two who pay for it at once pay once. */
const generate = handle(generateReward, async ({ db }, { id }) => {
  const reward = await db.visible(certReward).lock(id)
  await db.unscoped(certCatalog).lock(reward.catalogId) // what the reward is for
  const name = await nameOf(db, reward)
  const done = await db.updateWhere(
    studentCert,
    sql`t.id = d.id`,
    { rewardId: id, rewardAmount: sql`d.amount`, rewardState: 'listed' },
    { from: sql`(${due(db, sql`select ${id}::uuid`)}) d` },
  )
  if (!done.length) throw refusalOf(certReward, 'nothing', { name })
  const rows = await db.unscoped(studentCert).all({ id: done.map(d => d.id) }) // of this reward
  await reserveGrants(
    db,
    rows.map(r => claimOf(reward.fundId, r)),
  )
  const grants = rows.map(r => ({ grantId: r.id, studentId: r.studentId, amount: r.rewardAmount ?? 0, what: `${name}奖励` }))
  await payOut(db, { source: SOURCE, title: `考证奖励 ${name}`, sourceBatchId: id, fundId: reward.fundId }, grants)
  return { count: rows.length, total: rows.reduce((sum, r) => sum + (r.rewardAmount ?? 0), 0) }
})
/** 50-SK5: what has not gone out is taken off its list; the rest is proposed for recovery. */
export async function takeBack(db: Db, row: StudentCert): Promise<StudentCert> {
  if (!row.rewardId || (row.rewardState !== 'listed' && row.rewardState !== 'paid')) return row
  const [open] =
    row.rewardState === 'paid'
      ? []
      : await db.query<{ id: string }>(sql`select l.id from payout_line l join payout_list p on p.tenant_id = l.tenant_id and p.id = l.list_id
          where l.tenant_id = ${db.me.tenantId} and l.grant_id = ${row.id} and p.source = ${SOURCE} and l.state in ('ready', 'held') and p.state in ('draft', 'checked')`)
  if (open) {
    const { fundId } = await db.unscoped(certReward).one(row.rewardId) // what the certificate was rewarded by
    await withdrawGrant(db, SOURCE, row.id)
    await releaseGrants(db, [claimOf(fundId, row)])
    return db.update(studentCert, row.id, { rewardState: 'withdrawn' })
  }
  const after = await db.update(studentCert, row.id, { rewardState: 'recover' })
  const to = (await holdersOf(db, 'finance')).map(h => h.id)
  const [one] = await withStudents(db, [after])
  await certTodos.open(db, 'recover', [{ row: after, who: one?.who, to, more: { amount: yuanText(row.rewardAmount ?? 0), reason: row.verifyReason ?? '' } }])
  return after
}
const recovered = handle(settleRecovery, async ({ db }, { id, note }) => {
  const row = await db.visible(studentCert).lock(id)
  if (row.rewardState !== 'recover') throw refusalOf(studentCert, 'notOwed', { certNo: row.certNo })
  const after = await db.update(studentCert, id, { rewardState: 'recovered', rewardNote: note })
  await certTodos.follow(db, [after])
})
const paid = on('money.payoutPaid', 'certificate.paid', async ({ db }, { source, grantId }) => {
  if (source === SOURCE && typeof grantId === 'string') await db.updateWhere(studentCert, { id: grantId, rewardState: 'listed' }, { rewardState: 'paid' })
})
/** Nothing is paid for a revoked certificate, whichever list it is on. */
const hold = payoutHold('certificate.revoked', async (db, lines) => {
  const rows = await db.query<{ id: string }>(
    sql`select id from student_cert where tenant_id = ${db.me.tenantId} and verify_state = 'revoked' and id::text = any(${lines.map(l => l.grantId)}::text[])`,
  )
  const gone = new Set(rows.map(r => r.id))
  return new Map(lines.flatMap(l => (gone.has(l.grantId) ? [[l.id, '证书已撤销'] as const] : [])))
})
async function check(db: Db, { catalogId = '', level, windowFrom = '', windowTo = '' }: Partial<CertReward>): Promise<void> {
  const entry = (await db.cached(certCatalog)).get(catalogId)
  const levels = entry ? levelNames(entry) : []
  const values = { name: entry?.name ?? '', level, levels: levels.join('、') || '—' }
  if (levels.length && !level) throw refusalOf(certReward, 'levelNeeded', values, 'level')
  if (level && !levels.includes(level)) throw refusalOf(certReward, 'level', values, 'level')
  if (windowTo < windowFrom) throw refusalOf(certReward, 'order', { from: windowFrom, to: windowTo }, 'windowTo')
}
async function mustBeUnused(db: Db, id: string): Promise<void> {
  const count = await db.unscoped(studentCert).count({ rewardId: id }) // of anybody
  if (count) throw refusalOf(certReward, 'used', { count })
}
const policies = [
  rules(certReward, {
    add: ({ db }, draft) => check(db, draft),
    async update({ db }, row, patch) {
      const isOther = ('amount' in patch && patch.amount !== row.amount) || ('fundId' in patch && patch.fundId !== row.fundId)
      if (isOther) await mustBeUnused(db, row.id)
      await check(db, { ...row, ...patch })
    },
    remove: ({ db }, { id }) => mustBeUnused(db, id),
  }),
  compute(certReward, ['dueCount', 'dueSum', 'listedCount', 'paidSum'], async ({ db }, rows) => {
    const ids = sql`select unnest(${rows.map(r => r.id)}::uuid[])`
    const open = await db.query<{ id: string; count: number; sum: number }>(
      sql`select d.reward_id as id, count(*)::int as count, sum(d.amount)::float8 as sum from (${due(db, ids)}) d group by 1`,
    )
    const given = await db.query<{ id: string; count: number; sum: number }>(sql`select reward_id as id, count(*) filter (where reward_state <> 'withdrawn')::int as count,
        coalesce(sum(reward_amount) filter (where reward_state = 'paid'), 0)::float8 as sum from student_cert where tenant_id = ${db.me.tenantId} and reward_id in (${ids}) group by 1`)
    const [of, had] = [new Map(open.map(o => [o.id, o])), new Map(given.map(g => [g.id, g]))]
    for (const row of rows)
      Object.assign(row, { dueCount: of.get(row.id)?.count ?? 0, dueSum: of.get(row.id)?.sum ?? 0, listedCount: had.get(row.id)?.count ?? 0, paidSum: had.get(row.id)?.sum ?? 0 })
  }),
]
export default [generate, recovered, paid, hold, ...policies]
