import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { student } from '#modules/student/model/student.ts'
import { draftOf } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { monthOf } from './model/months.ts'
import { leagueTransfer } from './model/transfer.ts'
import jobs, { tellGraduates } from './server/jobs.ts'
import { type LeagueSchool, leagueSchool, ruleOf } from './testing.ts'

let s: LeagueSchool
let told: ReturnType<typeof captureNotifications>
const NOW = monthOf(today())
beforeAll(async () => {
  s = await leagueSchool()
  told = captureNotifications(s.server)
})
afterAll(() => s.close())
const post = (by: Actor, path: string, body: object) => by.post<{ id: string }>(`league/${path}`, body)

describe('40-G9 lists for leaving', () => {
  it('members over 28 without a post, and who graduates this year', async () => {
    const officer = await s.as({ roles: ['officer'] })
    const old = async (name: string, more: object) => {
      const draft = draftOf(s.ids.s2301, { name, birthDate: '1995-01-01', idType: 'A', idNo: `P${name.charCodeAt(0)}${name.charCodeAt(1)}` })
      const added = await officer.post<{ id: string }>('base/student/add', draft)
      await s.league.post('league/leagueMember/add', { studentId: added.data.id, branchId: s.branches.one, joinedOn: '2012-05-04', ...more })
      return added.data.id
    }
    const [plain] = [await old('褚老', {}), await old('卫干', { cadre: true })]
    const list = async (of: string) => (await s.college.get<Array<{ studentId: string; memberId: string }>>('league/leagueMember/leaving', { of })).data
    expect((await list('overAge')).map(r => r.studentId)).toEqual([plain])
    await s.db.query(sql`update student set expected_graduation = ${`${NOW.slice(0, 4)}-12-31`} where id = ${plain}`)
    expect((await list('graduates')).map(r => r.studentId)).toContain(plain)
    expect(jobs.find(job => job.code === 'league.graduates')?.cron).toBe('0 8 1 5 *')
    const graduates = await tellGraduates(s.db, `${NOW.slice(0, 4)}-05-01`)
    expect(graduates).toBeGreaterThan(0)
    await s.server.settle()
    expect((await told('league.graduates')).at(-1)).toMatchObject({ values: { n: graduates }, to: expect.arrayContaining([s.college.userId, s.league.userId]) })
    const heard = captureEvents(s.server, 'league.memberChanged')
    const [member] = await list('overAge')
    expect(ruleOf(await post(s.college, 'leagueMember/leave', { id: member?.memberId, leftOn: '2010-01-01', leftCause: 'age' }))).toBe('leftEarly')
    await post(s.college, 'leagueTransfer/propose', { memberId: member?.memberId, toId: s.branches.two })
    expect((await post(s.college, 'leagueMember/leave', { id: member?.memberId, leftOn: NOW, leftCause: 'age' })).code).toBe(200)
    await s.server.settle()
    expect(heard).toMatchObject([{ studentId: plain, left: 'age' }])
    expect(await s.db.unscoped(leagueTransfer).all({ studentId: plain })).toMatchObject([{ state: 'refused', note: '已离团' }])
    expect(await list('overAge')).toEqual([])
  })
})
describe('political status', () => {
  it('stands in the student record and follows joining, party stage and leaving', async () => {
    const t = await leagueSchool()
    try {
      const id = await t.member('one', '韩政')
      const status = async () => (await t.db.unscoped(student).one(id)).politicalCode
      const member = await t.memberOf(id)
      const update = async (patch: object) => {
        const [{ version } = { version: 0 }] = await t.db.query<{ version: number }>(sql`select version from league_member where id = ${member.id}`)
        await t.league.post('league/leagueMember/update', { id: member.id, version, ...patch })
        await t.server.settle()
      }
      const seen = [await status()]
      await update({ partyStage: 'probationary', partyFrom: '2026-04-15' })
      seen.push(await status())
      await update({ partyStage: 'full' })
      seen.push(await status())
      await update({ partyStage: 'none', partyFrom: null })
      await t.league.post('league/leagueMember/leave', { id: member.id, leftOn: '2026-05-01', leftCause: 'auto' })
      await t.server.settle()
      seen.push(await status())
      expect(seen).toEqual(['03', '02', '01', '13'])
    } finally {
      await t.close()
    }
  })
})
describe('roster against student records', () => {
  it('finds who is missing, has another status or another branch, and mends each by one press', async () => {
    const officer = await s.as({ roles: ['officer'] })
    const missing = (await officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name: '蒋缺', politicalCode: '03' }))).data.id
    const differs = await s.member('one', '沈异')
    await s.db.query(sql`update student set political_code = '13' where id = ${differs}`)
    const moved = await s.member('one', '韩班')
    await s.db.query(sql`update student set class_id = ${s.ids.s2302} where id = ${moved}`)
    const find = async (fault: string) => (await s.college.get<{ rows: Array<{ studentId: string }> }>('league/leagueMember/health', { fault })).data.rows.map(r => r.studentId)
    expect([await find('missing'), await find('status'), await find('branch')]).toEqual([
      expect.arrayContaining([missing]),
      expect.arrayContaining([differs]),
      expect.arrayContaining([moved]),
    ])
    const mend = (studentId: string, fault: string, more: object = {}) => s.college.post('league/leagueMember/mend', { studentId, fault, ...more })
    expect(ruleOf(await mend(missing, 'missing'))).toBe('joinedOn')
    expect([(await mend(missing, 'missing', { joinedOn: '2022-05-04' })).code, (await mend(differs, 'status')).code, (await mend(moved, 'branch')).code]).toEqual([200, 200, 200])
    await s.server.settle()
    expect([await find('missing'), await find('status')].flat()).not.toEqual(expect.arrayContaining([missing]))
    expect(await s.db.unscoped(leagueTransfer).all({ studentId: moved })).toMatchObject([{ state: 'asked', toId: s.branches.two }])
    expect(ruleOf(await mend(missing, 'missing', { joinedOn: '2022-05-04' }))).toBe('gone')
  })
})
