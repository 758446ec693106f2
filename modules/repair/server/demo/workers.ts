import sql from 'sql-template-tag'
import { peopleMaker } from '#modules/campus/server/demo-names.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { repairType } from '../../model/faults.ts'
import { repairSkill, repairTeam } from '../../model/workers.ts'

const WORKERS = 60
const SHIFTS = [null, [{ days: [1, 2, 3, 4, 5, 6], from: '07:30', to: '18:00' }], [{ days: [1, 2, 3, 4, 5, 6, 7], from: '14:00', to: '22:30' }]] as const
export interface DemoWorker {
  id: string
  groupId: string
}
/** Accounts of outside workers with a name like a person's; the first is the demo's own. */
async function accounts(db: Db, passwordHash: string): Promise<string[]> {
  const own = await demoAccount(db, 'repairer')
  const human = peopleMaker(2017, ['520100', '520300'])
  const people = Array.from({ length: WORKERS - 1 }, (_, n) => ({
    name: `wx${String(n + 1).padStart(3, '0')}`,
    nick: human({ born: ['1966-01-01', '1999-12-31'], male: 0.9 }).name,
  }))
  const made = await db.query<{ id: string }>(sql`with made as (
      insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, password_hash, pass_word_level, password_changed_at, must_change_password)
      select ${db.me.tenantId}, 'admin', p.name, p.name, p.nick, 3, ${passwordHash}, 2, now(), false from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) p(name text, nick text) on conflict do nothing returning id),
    given as (insert into role_user (tenant_id, role_id, user_id) select r.tenant_id, r.id, m.id from made m join role r on r.tenant_id = ${db.me.tenantId} and r.code = 'repairer' returning user_id)
    select id from made`)
  return [...(own ? [own.id] : []), ...made.map(m => m.id)]
}
/** A team for each group of types; everybody repairs one group, every third also a second. */
export async function makeWorkers(db: Db, passwordHash: string): Promise<DemoWorker[]> {
  const types = await db.unscoped(repairType).all({}, { limit: 500 }) // demo data
  const groups = types.filter(t => t.parentId === null).sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0))
  const ids = await accounts(db, passwordHash)
  const workers = ids.map((id, n) => ({ id, groupId: groups[n % groups.length]?.id ?? '' }))
  await db.insertMany(
    repairTeam,
    groups.map(g => {
      const members = workers.filter(w => w.groupId === g.id).map(w => w.id)
      return { code: g.code, name: `${g.name}班`, leaderId: members[0] ?? null, memberIds: members }
    }),
  )
  const teams = new Map((await db.unscoped(repairTeam).all()).map(t => [t.code, t.id])) // demo data
  const teamOf = new Map(groups.map(g => [g.id, teams.get(g.code) ?? null]))
  await db.updateMany(
    repairType,
    types.map(t => ({ id: t.id, teamId: teamOf.get(t.parentId ?? t.id) ?? null, solvedCount: t.selfHelp ? 20 + ((t.usualMinutes * 7) % 140) : 0 })),
  )
  await db.insertMany(
    repairSkill,
    workers.map(({ id, groupId }, n) => ({
      repairerId: id,
      typeIds: [groupId, ...(n % 3 ? [] : [groups[(n + 3) % groups.length]?.id ?? groupId])],
      dormIds: [],
      shifts: SHIFTS[n % SHIFTS.length] ?? null,
      maxOpen: 12,
    })),
  )
  return workers
}
