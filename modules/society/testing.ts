import sql from 'sql-template-tag'
import type { Row } from '#model'
import { setParams } from '#modules/message/testing.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { studentFactSources } from '#server/extensions/student-facts.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import { addRegistration, replaceRegistrations } from '#testing/registrations.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { type Member, type Role, societyMember } from './model/member.ts'
import { society } from './model/society.ts'

export { ok, ruleOf } from '#testing/answers.ts'

export interface Pupil {
  id: string
  actor: Actor
}
export interface SocietySchool extends SmallSchool {
  officer: Actor
  league: Actor
  college: Actor
  /** Advises all societies unless a test says otherwise. */
  advisor: Actor
  pupil(given?: Record<string, unknown>): Promise<Pupil>
  draft(more?: object): Record<string, unknown>
  /** Whoever joins is in at once, unless `more` says otherwise. */
  society(more?: object): Promise<string>
  enter(societyId: string, who: Pupil, role?: Role): Promise<string>
  join(who: Pupil, societyId: string, note?: string): Promise<Answer<{ state: string }>>
  member(societyId: string, who: Pupil): Promise<Member>
  row(id: string): Promise<Row<typeof society>>
}
/** A small school with a youth league, an office, a guidance unit and an advisor. */
export const societySchool = fixture(
  'society',
  smallSchool,
  async (s: SmallSchool) => {
    await setParams(s, 'society', { advisorMost: 50 })
    return {
      officer: await s.as({ roles: ['officer'] }),
      league: await s.as({ roles: ['league'] }),
      college: await s.as({ roles: ['college'], departmentId: s.ids.info }),
      advisor: await s.as({ roles: ['teacher'], teacherId: s.ids.he, departmentId: s.ids.info }),
    }
  },
  (s): SocietySchool => {
    const school: SocietySchool = {
      ...s,
      async pupil(given = {}) {
        const { id } = ok(await s.officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, given)))
        return { id, actor: await selfOf(s, id) }
      },
      draft: (more = {}) => ({
        ...{ code: `S${serial('society')}`, name: `社团${serial('societyName')}`, category: 'academic', level: 'school', guidanceUnitId: s.ids.info },
        ...{ advisorId: s.ids.he, purpose: '一起读书', joinWay: 'open', foundedOn: today(), ...more },
      }),
      society: async more => ok(await s.league.post<{ id: string }>('society/society/add', school.draft(more))).id,
      enter: async (societyId, who, role = 'member') => ok(await s.league.post<{ id: string }>('society/societyMember/add', { societyId, studentId: who.id, role })).id,
      join: (who, societyId, note) => who.actor.post('society/societyMember/join', { societyId, ...(note && { note }) }),
      async member(societyId, who) {
        const row = await s.db.unscoped(societyMember).find({ societyId, studentId: who.id })
        if (!row) throw new Error('no member')
        return row
      },
      row: id => s.db.unscoped(society).one(id),
    }
    return school
  },
)
/** Ranks, failed courses and bars of other modules, from what a test keeps. */
export function fakeFacts({ server }: Pick<SmallSchool, 'server'>): { ranks: Record<string, number>; failed: Record<string, number>; barred: Set<string> } {
  const ranks: Record<string, number> = {}
  const failed: Record<string, number> = {}
  const barred = new Set<string>()
  const { registry } = server.core
  replaceRegistrations(
    registry,
    studentFactSources,
    registry.of(studentFactSources).filter(source => source.code !== 'discipline' && source.code !== 'cqa'),
  )
  addRegistration(registry, studentFactSources, {
    code: 'cqa',
    label: '学业成绩',
    permission: 'society:society:list',
    facts: { studyRankShare: { label: '学业排名前', type: 'number', unit: '%' }, failed: { label: '不及格课程', type: 'number', unit: '门' } },
    values: (db, students) => sql`select coalesce(r.k, f.k)::uuid as id, r.v::float8 as "studyRankShare", f.v::float8 as failed
      from jsonb_each_text(${JSON.stringify(ranks)}::jsonb) r(k, v) full join jsonb_each_text(${JSON.stringify(failed)}::jsonb) f(k, v) on f.k = r.k
      where coalesce(r.k, f.k)::uuid in (${students}) and ${db.me.tenantId}::uuid is not null`,
  })
  addRegistration(registry, studentFactSources, {
    code: 'discipline',
    label: '违纪处分',
    permission: 'society:society:list',
    facts: { barsOffices: { label: '影响担任学生干部', type: 'bool', otherwise: false } },
    values: (db, students) => sql`select x.id, true as "barsOffices" from unnest(${[...barred]}::uuid[]) x(id) where x.id in (${students}) and ${db.me.tenantId}::uuid is not null`,
  })
  return { ranks, failed, barred }
}
