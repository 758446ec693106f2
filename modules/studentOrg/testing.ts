import type { Row } from '#model'
import { leagueBranch } from '#modules/league/model/branch.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { studentOrg } from './model/org.ts'
import type { PostKind } from './model/post.ts'

export { ok, ruleOf } from '#testing/answers.ts'

export interface Pupil {
  id: string
  actor: Actor
}
export interface OrgSchool extends SmallSchool {
  officer: Actor
  league: Actor
  college: Actor
  /** Counsels 软件2301. */
  fdy: Actor
  pupil(given?: Record<string, unknown>, classId?: string): Promise<Pupil>
  draft(more?: object): Record<string, unknown>
  /** A published volunteer team of the school, unless `more` says otherwise. */
  org(more?: object): Promise<string>
  post(orgId: string, more?: { name?: string; kind?: PostKind; seats?: number; unitId?: string; rights?: string[] }): Promise<string>
  branch(classId: string): Promise<string>
  row(id: string): Promise<Row<typeof studentOrg>>
}
/** A small school with a youth league, an office, a college and a counsellor. */
export const orgSchool = fixture(
  'studentOrg',
  smallSchool,
  async (s: SmallSchool) => ({
    officer: await s.as({ roles: ['officer'] }),
    league: await s.as({ roles: ['league'] }),
    college: await s.as({ roles: ['college'], departmentId: s.ids.info }),
    fdy: await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info }),
  }),
  (s): OrgSchool => {
    const school: OrgSchool = {
      ...s,
      async pupil(given = {}, classId = s.ids.s2301) {
        const { id } = ok(await s.officer.post<{ id: string }>('base/student/add', draftOf(classId, given)))
        return { id, actor: await selfOf(s, id) }
      },
      draft: (more = {}) => ({
        code: `Z${serial('studentOrg')}`,
        name: `组织${serial('studentOrgName')}`,
        type: 'volunteerTeam',
        level: 'school',
        guideId: s.ids.he,
        termMonths: 12,
        ...more,
      }),
      async org(more) {
        const { id } = ok(await s.league.post<{ id: string }>('studentOrg/studentOrg/add', school.draft(more)))
        await school.post(id, { name: '联络人' })
        ok(await s.league.post('studentOrg/studentOrg/publish', { id }))
        return id
      },
      post: async (orgId, { name = `岗位${serial('orgPost')}`, kind = 'officer', seats = 1, ...more } = {}) =>
        ok(await s.league.post<{ id: string }>('studentOrg/orgPost/add', { orgId, name, kind, seats, way: 'appointment', ...more })).id,
      async branch(classId) {
        const n = serial('leagueBranch')
        const held = await s.db.unscoped(leagueBranch).find({ classId })
        return held?.id ?? (await s.db.insert(leagueBranch, { code: `TZB${n}`, name: `第${n}团支部`, level: 'branch', classId, departmentId: s.ids.info })).id
      },
      row: id => s.db.unscoped(studentOrg).one(id),
    }
    return school
  },
)
