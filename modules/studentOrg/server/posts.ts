import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { today } from '#server/base/today.ts'
import { compute, type Db, rules } from '#server/context.ts'
import { LIVE, orgAppointment } from '../model/appointment.ts'
import { orgStates, type StudentOrg, studentOrg, TYPES } from '../model/org.ts'
import { KINDS, type OrgPost, orgPost, orgUnit, SINGLE } from '../model/post.ts'
import { breachesIn, breachText, checkOrgs } from './check.ts'

type Of = typeof orgPost | typeof orgUnit
/** The organisation, locked by whoever changes what it consists of: so the limits are counted by one at a time. */
async function lockOrg(db: Db, of: Of, orgId: string): Promise<StudentOrg> {
  const org = await db.unscoped(studentOrg).lock(orgId) // in scope of the part, or chosen in the form
  if (org.state === 'ended') throw refusalOf(of, 'over', { org: org.name, state: { text: orgStates.labels.ended } })
  return org
}
/** 60-OG1: a published organisation passes a limit only after the league has said why. */
async function mustKeepLimits(db: Db, of: Of, orgId: string): Promise<void> {
  const org = await db.unscoped(studentOrg).one(orgId) // locked before
  if (org.state !== 'active' || org.breachReason) return
  const breaches = breachesIn((await checkOrgs(db, [org])).get(orgId))
  if (breaches.length) throw refusalOf(of, 'most', { org: org.name, breaches: breachText(breaches) })
}
type Draft = Partial<OrgPost>
async function checkPost(db: Db, { id, unitId, name, kind = 'committee', seats = 1 }: Draft, org: StudentOrg): Promise<void> {
  const unit = unitId ? await db.unscoped(orgUnit).one(unitId) : undefined // chosen in the form
  if (unit && unit.orgId !== org.id) throw refusalOf(orgPost, 'unitElsewhere', { unit: unit.name, org: org.name }, 'unitId')
  const others = (await db.unscoped(orgPost).all({ orgId: org.id })).filter(p => p.id !== id) // of the same organisation
  if (others.some(p => p.name === name && p.unitId === (unitId ?? null))) throw refusalOf(orgPost, 'twice', { org: org.name, name }, 'name')
  const where = SINGLE[kind]
  if (!where) return
  if (org.type !== where) throw refusalOf(orgPost, 'kindWhere', { kind: { text: KINDS[kind] }, type: { text: TYPES[where] } }, 'kind')
  if (seats > 1 || others.some(p => p.kind === kind)) throw refusalOf(orgPost, 'single', { org: org.name, kind: { text: KINDS[kind] } }, seats > 1 ? 'seats' : 'kind')
}
/** The highest seat that somebody has, or is to have. */
async function mustHoldSeats(db: Db, { id, name }: OrgPost, seats: number): Promise<void> {
  const rows = await db.unscoped(orgAppointment).all({ postId: id, state: LIVE }) // of a post in scope
  const n = Math.max(0, ...rows.map(r => r.seatNo))
  if (n > seats) throw refusalOf(orgPost, 'seatsTaken', { name, n, seats }, 'seats')
}
interface Seats {
  id: string
  holders: string | null
  free: number
}
export default [
  compute(orgPost, ['holders', 'free'], async ({ db }, rows) => {
    const found =
      await db.query<Seats>(sql`select p.id, string_agg(s.name, '、' order by a.seat_no) filter (where a.state = 'active' and ${today()}::date between a."from" and a."to") as holders,
        case when o.state = 'active' then greatest(0, p.seats - count(distinct a.seat_no) filter (where a."to" >= ${today()}::date))::int else 0 end as free
      from org_post p join student_org o on o.tenant_id = p.tenant_id and o.id = p.org_id
        left join org_appointment a on a.tenant_id = p.tenant_id and a.post_id = p.id and a.state = any(${[...LIVE]}::text[])
        left join student s on s.tenant_id = a.tenant_id and s.id = a.student_id
      where p.tenant_id = ${db.me.tenantId} and p.id = any(${rows.map(r => r.id ?? '')}::uuid[]) group by p.id, p.seats, o.state`)
    const of = new Map(found.map(f => [f.id, f]))
    for (const row of rows) Object.assign(row, { holders: of.get(row.id ?? '')?.holders ?? null, free: of.get(row.id ?? '')?.free ?? 0 })
  }),
  rules(orgUnit, {
    add: async ({ db }, draft) => void (await lockOrg(db, orgUnit, draft.orgId ?? '')),
    added: ({ db }, row) => mustKeepLimits(db, orgUnit, row.orgId),
    update: async ({ db }, row) => void (await lockOrg(db, orgUnit, row.orgId)),
    async remove({ db }, { id, orgId, name }) {
      await lockOrg(db, orgUnit, orgId)
      const n = await db.unscoped(orgPost).count({ unitId: id }) // of the row being removed
      if (n) throw refusalOf(orgUnit, 'hasPosts', { name, n })
    },
  }),
  rules(orgPost, {
    add: async ({ db }, draft) => checkPost(db, draft as Draft, await lockOrg(db, orgPost, draft.orgId ?? '')),
    added: ({ db }, row) => mustKeepLimits(db, orgPost, row.orgId),
    async update({ db }, row, patch) {
      const org = await lockOrg(db, orgPost, row.orgId)
      await checkPost(db, { ...row, ...patch }, org)
      await mustHoldSeats(db, row, patch.seats ?? row.seats)
    },
    async updated({ db }, was, row) {
      if (row.seats > was.seats || row.rights?.length !== was.rights?.length) await mustKeepLimits(db, orgPost, row.orgId)
    },
    async remove({ db }, row) {
      await lockOrg(db, orgPost, row.orgId)
      const n = await db.unscoped(orgAppointment).count({ postId: row.id }) // of the row being removed
      if (n) throw refusalOf(orgPost, 'hasHolders', { name: row.name, n })
    },
  }),
]
