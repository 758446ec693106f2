import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths } from '#modules/campus/model/days.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { leagueBranch } from '#modules/league/model/branch.ts'
import { approveAs } from '#modules/leave/testing.ts'
import { proofOf } from '#modules/offCampus/testing.ts'
import { fakeFacts } from '#modules/society/testing.ts'
import { processInstance } from '#modules/workflow/cases/model/instance.ts'
import { followNotices } from '#modules/workflow/notices/server/jobs.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { orgAppointment } from './model/appointment.ts'
import { studentOrg } from './model/org.ts'
import { orgPost } from './model/post.ts'
import { orgTerm } from './model/term.ts'
import { passDays } from './server/clock.ts'
import { type OrgSchool, ok, orgSchool, type Pupil, ruleOf } from './testing.ts'

let s: OrgSchool
let facts: ReturnType<typeof fakeFacts>
let told: ReturnType<typeof captureNotifications>
beforeAll(async () => {
  s = await orgSchool()
  facts = fakeFacts(s)
  told = captureNotifications(s.server)
  await s.branch(s.ids.s2301)
  ok(await s.fdy.post('studentOrg/studentOrg/makeForClasses', {}))
})
afterAll(() => s.close())
const day = (n: number): string => addDays(today(), n)
const propose = (by: Actor, postId: string, who: Pupil, more: object = {}) =>
  by.post<{ id: string }>('studentOrg/orgAppointment/propose', { postId, studentId: who.id, from: today(), ...more })
const act = (by: Actor, verb: string, body: object) => by.post(`studentOrg/orgAppointment/${verb}`, body)
const row = (id: string) => s.db.unscoped(orgAppointment).one(id)
const stateOf = async (id: string): Promise<string> => (await row(id)).state
const approve = async (id: string, ...by: readonly Actor[]) => {
  const [of] = await s.db.unscoped(processInstance).all({ bizType: 'orgAppointment', bizId: id })
  let last: Awaited<ReturnType<typeof approveAs>> | undefined
  for (const one of by) last = await approveAs(one, of?.id ?? '')
  await s.server.settle()
  return last as NonNullable<typeof last>
}
/** Somebody who holds the post from today. */
async function holder(postId: string, who: Pupil, more: object = {}): Promise<string> {
  return ok(await propose(s.league, postId, who, more)).id
}
const ofClass = async (type: 'classCommittee' | 'leagueBranch') => (await s.db.unscoped(studentOrg).all({ type, classId: s.ids.s2301, state: 'active' }))[0]?.id ?? ''
const postOf = async (orgId: string, name: string) => (await s.db.unscoped(orgPost).all({ orgId, name }))[0]?.id ?? ''
/** The notice of a result has ended. */
const sqlEnd = (id: string) =>
  sql`update public_notice set begin_at = now() - interval '300 hours', end_at = now() - interval '1 hour' where round_id = ${id} and state = 'running'`
/** As if the days had passed and no job had run. */
const sqlMove = (id: string, from: string, to: string) => sql`update org_appointment set "from" = ${from}::date, "to" = ${to}::date where id = ${id}`
interface Mine {
  posts: Array<{ post: string; state: string; rights: string[] }>
  orgs: Array<{ id: string; posts: Array<{ name: string; holders: string[]; isMine: boolean }> }>
}
const mine = async (who: Pupil) => ok(await who.actor.get<Mine>('studentOrg/orgAppointment/mine'))

describe('60-OG appointments', () => {
  it('60-OG4 a begun post sets the monitor of the class and the secretary of the branch, its end takes the name out', async () => {
    const basis = await proofOf(s.fdy)
    const [monitor, secretary] = [await s.pupil({ name: '钱班长' }), await s.pupil()]
    const monitorPost = await postOf(await ofClass('classCommittee'), '班长')
    expect(ruleOf(await propose(s.fdy, monitorPost, monitor))).toBe('basisMissing')
    const { id } = ok(await propose(s.fdy, monitorPost, monitor, { basis }))
    const second = ok(await propose(s.fdy, await postOf(await ofClass('leagueBranch'), '团支书'), secretary, { basis: await proofOf(s.fdy) })).id
    await s.server.settle()
    expect(await stateOf(id)).toBe('active')
    expect((await s.db.unscoped(stuClass).one(s.ids.s2301)).monitorId).toBe(monitor.id)
    expect((await s.db.unscoped(leagueBranch).find({ classId: s.ids.s2301 }))?.secretaryId).toBe(secretary.id)
    expect((await told('studentOrg.begun', monitor.actor.userId)).length).toBe(1)
    const seen = (await mine(await s.pupil())).orgs.flatMap(o => o.posts).find(p => p.name === '班长')
    expect(seen).toMatchObject({ holders: ['钱班长'], isMine: false })
    ok(await act(s.fdy, 'finish', { id, ending: 'removed', reason: '连续缺席' }))
    await s.server.settle()
    expect(await row(id)).toMatchObject({ state: 'removed', endReason: '连续缺席', to: today() })
    expect((await s.db.unscoped(stuClass).one(s.ids.s2301)).monitorId).toBe(null)
    ok(await act(s.fdy, 'finish', { id: second, ending: 'ended', reason: '辞任' }))
    await s.server.settle()
    expect((await s.db.unscoped(leagueBranch).find({ classId: s.ids.s2301 }))?.secretaryId).toBe(null)
  })
  it('60-OG a seat has one holder a day, whoever proposes at once; what waits for approval holds it', async () => {
    const org = await s.org({ level: 'college', departmentId: s.ids.info })
    const post = await s.post(org, { name: '队长', seats: 2 })
    const crowd = [await s.pupil(), await s.pupil(), await s.pupil(), await s.pupil()]
    expect((await propose(s.officer, post, crowd[0] as Pupil)).code).toBe(403)
    const answers = await Promise.all(crowd.map(who => propose(s.college, post, who)))
    expect(answers.filter(a => a.code === 200).length).toBe(2)
    expect(new Set(answers.filter(a => a.code !== 200).map(ruleOf))).toEqual(new Set(['full']))
    expect(await s.db.unscoped(orgAppointment).count({ postId: post, state: 'pending' })).toBe(2)
    const { version } = await s.db.unscoped(orgPost).one(post)
    expect(ruleOf(await s.league.post('studentOrg/orgPost/update', { id: post, version, seats: 1 }))).toBe('seatsTaken')
    const shown = ok(await s.league.get<{ result: Array<{ id: string; free: number }> }>('studentOrg/orgPost/list', { orgId: org })).result
    expect(shown.find(p => p.id === post)?.free).toBe(0)
  })
  it('60-OG3 two posts a student, pending and returned ones counted, one of them a chair; from two phones at once neither is passed', async () => {
    const who = await s.pupil({ name: '冯多职' })
    const college = { level: 'college', departmentId: s.ids.info }
    const orgs = [await s.org(college), await s.org(college), await s.org(college)]
    const posts = await Promise.all(orgs.map(o => s.post(o, { name: '干事' })))
    const answers = await Promise.all(posts.map(p => propose(s.college, p, who)))
    expect(answers.map(a => a.code).toSorted()).toEqual([200, 200, 422])
    const third = answers.find(a => a.code !== 200)
    // sent back to be mended, it counts still
    await s.db.updateWhere(orgAppointment, { studentId: who.id, state: 'pending' }, { state: 'returned' })
    expect(ruleOf(await propose(s.college, posts[answers.indexOf(third as never)] ?? '', who))).toBe('most')
    expect([ruleOf(third as never), third?.msg.includes('冯多职')]).toEqual(['most', true])
    const chair = await s.pupil()
    const [one = '', two = ''] = await Promise.all(orgs.map(o => s.post(o, { kind: 'chair', name: '主席', seats: 2 })))
    const pending = ok(await propose(s.league, one, chair))
    expect(await stateOf(pending.id)).toBe('active')
    expect(ruleOf(await propose(s.league, two, chair))).toBe('chairs')
    expect(ruleOf(await propose(s.league, one, chair))).toBe('twice')
    ok(await act(s.league, 'finish', { id: pending.id, ending: 'ended', reason: '辞任' }))
    expect((await propose(s.league, two, chair, { from: day(1) })).code).toBe(200)
    const [committee, branch] = [await ofClass('classCommittee'), await ofClass('leagueBranch')]
    const both = await s.pupil()
    ok(await propose(s.fdy, await postOf(committee, '班长'), both, { basis: await proofOf(s.fdy) }))
    expect(ruleOf(await propose(s.fdy, await postOf(branch, '团支书'), both, { basis: await proofOf(s.fdy), from: day(1) }))).toBe('both')
    expect((await propose(s.fdy, await postOf(branch, '组织委员'), both, { basis: await proofOf(s.fdy) })).code).toBe(200)
  })
  it('60-OG2 an approval looks again at student and organisation: who was punished or has left, an organisation that ended', async () => {
    const college = { level: 'college', departmentId: s.ids.info }
    const org = await s.org(college)
    const post = await s.post(org, { name: '组长', seats: 3 })
    const [punished, gone, last] = [await s.pupil({ name: '卫受罚' }), await s.pupil(), await s.pupil()]
    const outsider = await s.pupil({}, s.ids.a2301)
    expect(ruleOf(await propose(s.college, post, outsider))).toBe('outside')
    facts.barred.add(punished.id)
    expect(ruleOf(await propose(s.college, post, punished))).toBe('barred')
    facts.barred.delete(punished.id)
    const { id } = ok(await propose(s.college, post, punished))
    facts.barred.add(punished.id)
    const refused = await approve(id, s.league)
    expect([refused.code, refused.msg.includes('卫受罚在处分期内')]).toEqual([422, true])
    const away = ok(await propose(s.college, post, gone)).id
    await s.db.emit('student.statusChanged', { studentId: gone.id, from: 'active', to: 'suspended', effectiveDate: today(), changeId: null, reversed: false })
    await s.server.settle()
    expect(await row(away)).toMatchObject({ state: 'cancelled', endReason: '休学' })
    const open = ok(await propose(s.college, post, last)).id
    ok(await s.league.post('studentOrg/studentOrg/end', { id: org, reason: '合并' }))
    expect([await stateOf(id), await stateOf(open)]).toEqual(['cancelled', 'cancelled'])
    expect(ruleOf(await propose(s.college, post, await s.pupil()))).toBe('orgOver')
    const shown = ok(await s.college.get<{ result: Array<{ id: string; free: number }> }>('studentOrg/orgPost/list', { orgId: org })).result
    expect(shown.find(p => p.id === post)?.free).toBe(0)
  })
  it('60-OG2 unions ask for members of party or league, a rank within 30 % and no failed course; each refusal shows the value, and what nobody knows is not met', async () => {
    const union = ok(await s.league.post<{ id: string }>('studentOrg/studentOrg/add', s.draft({ type: 'studentUnion' }))).id
    const post = await s.post(union, { name: '工作人员', seats: 5 })
    ok(await s.league.post('studentOrg/studentOrg/publish', { id: union }))
    const gradesNote = '教务处出具成绩单，没有不及格'
    const [mass, low, unknown, fresh] = [await s.pupil({ name: '群众甲', politicalCode: '13' }), await s.pupil(), await s.pupil(), await s.pupil({}, s.ids.s2401)]
    facts.ranks[mass.id] = 5
    expect((await propose(s.league, post, mass, { gradesNote })).msg).toContain('群众甲的政治面貌是群众')
    facts.ranks[low.id] = 31
    const rank = await propose(s.league, post, low, { gradesNote })
    expect([ruleOf(rank), rank.msg.includes('31%')]).toEqual(['rank', true])
    expect(ruleOf(await propose(s.league, post, unknown, { gradesNote }))).toBe('rankUnknown')
    facts.ranks[unknown.id] = 30
    expect(ruleOf(await propose(s.league, post, unknown))).toBe('failedUnknown')
    facts.failed[unknown.id] = 1
    expect(ruleOf(await propose(s.league, post, unknown, { gradesNote }))).toBe('failed')
    facts.failed[unknown.id] = 0
    ok(await propose(s.league, post, unknown))
    expect(ruleOf(await propose(s.league, post, fresh, { gradesNote }))).toBe('rankUnknown')
  })
  it('60-OG1 staff of a union are shown to the school first; one who never began is neither ended nor held', async () => {
    const union = async () => {
      const id = ok(await s.league.post<{ id: string }>('studentOrg/studentOrg/add', s.draft({ type: 'studentUnion' }))).id
      const post = await s.post(id, { name: '工作人员', seats: 5 })
      ok(await s.league.post('studentOrg/studentOrg/publish', { id }))
      return { id, post }
    }
    const { id: org, post } = await union()
    const [one, two] = [await s.pupil(), await s.pupil({ name: '蒋未任' })]
    facts.ranks[one.id] = 10
    facts.ranks[two.id] = 30
    const gradesNote = '教务处出具成绩单，没有不及格'
    const [first, second] = [ok(await propose(s.league, post, one, { gradesNote })).id, ok(await propose(s.league, post, two, { to: day(3), gradesNote })).id]
    for (const id of [first, second]) ok(await approve(id, s.officer))
    expect([await stateOf(first), await stateOf(second)]).toEqual(['publicised', 'publicised'])
    expect(await passDays(s.db, day(4))).toBeGreaterThan(0)
    expect(await row(second)).toMatchObject({ state: 'lapsed', begunOn: null })
    const print = (code: string, id: string) => s.league.post('sheet/print/issue', { code, ids: [id] })
    for (const id of [first, second]) expect(ruleOf(await print('orgService', id))).toBe('states')
    await s.db.query(sqlEnd(first))
    await followNotices(s.db)
    await s.server.settle()
    expect(await row(first)).toMatchObject({ state: 'active', begunOn: today() })
    expect((await mine(two)).posts.map(p => p.state)).toEqual([])
    expect((await mine(one)).posts).toMatchObject([{ post: '工作人员', state: 'active' }])
    ok(await s.league.post('studentOrg/studentOrg/end', { id: org, reason: '改组' }))
    expect(await stateOf(first)).toBe('ended')
    expect((await print('orgService', first)).status).toBe(200)
    expect(ruleOf(await print('orgLetter', first))).toBe('states')
  })
  it('60-OG7 rights begin and end with the appointment, at midnight and before any job has run', async () => {
    const org = await s.org()
    const post = await s.post(org, { name: '签到员', rights: ['signByList'] })
    const who = await s.pupil()
    const id = await holder(post, who, { to: day(1) })
    const rights = async () => (await mine(who)).posts.flatMap(p => p.rights)
    expect(await rights()).toEqual(['signByList'])
    await s.db.query(sqlMove(id, day(-5), day(-1)))
    expect([await stateOf(id), await rights()]).toEqual(['active', []])
    expect((await mine(await s.pupil())).orgs.find(o => o.id === org)?.posts.find(p => p.name === '签到员')?.holders).toEqual([])
    await passDays(s.db)
    expect(await row(id)).toMatchObject({ state: 'ended', endReason: '任期结束', to: day(-1) })
    const next = await holder(post, who, { from: day(2) })
    expect(await stateOf(next)).toBe('approved')
    facts.barred.add(who.id)
    await passDays(s.db, day(2))
    expect(await row(next)).toMatchObject({ state: 'lapsed', endReason: '在处分期内' })
    facts.barred.delete(who.id)
  })
  it('60-OG7 terms and posts pass all at once, however many; successors are asked for a month before, once', async () => {
    const org = await s.org({ termMonths: 2 })
    const post = await s.post(org, { name: '队员', seats: 60 })
    const crowd: string[] = []
    for (let n = 0; n < 60; n++) crowd.push((await s.pupil()).id)
    const term = await s.db.insert(orgTerm, { orgId: org, no: 1, from: day(-30), to: day(20), state: 'running' })
    await s.db.insertMany(
      orgAppointment,
      crowd.map((studentId, n) => ({
        orgId: org,
        termId: term.id,
        postId: post,
        seatNo: n + 1,
        studentId,
        from: day(-30),
        to: day(20),
        way: 'appointment' as const,
        state: 'active' as const,
        begunOn: day(-30),
      })),
    )
    const teacher = await s.as({ roles: ['teacher'], teacherId: s.ids.he, departmentId: s.ids.info })
    await passDays(s.db)
    expect((await told('studentOrg.successors', teacher.userId)).length).toBe(60)
    await passDays(s.db)
    expect((await told('studentOrg.successors', teacher.userId)).length).toBe(60)
    await passDays(s.db, day(21))
    expect(await s.db.unscoped(orgAppointment).count({ postId: post, state: 'ended' })).toBe(60)
    expect((await s.db.unscoped(orgTerm).one(term.id)).state).toBe('ended')
  })
  it('60-OG terms never overlap, and an appointment stays in its own', async () => {
    const org = await s.org({ termMonths: 6 })
    const post = await s.post(org, { name: '组员', seats: 2 })
    const add = (no: number, from: string, to: string) => s.league.post('studentOrg/orgTerm/add', { orgId: org, no, from, to })
    const id = await holder(post, await s.pupil())
    expect((await row(id)).to).toBe(addDays(addMonths(today(), 6), -1))
    expect(ruleOf(await add(2, day(30), day(60)))).toBe('overlap')
    expect(ruleOf(await add(2, day(260), day(250)))).toBe('reversed')
    ok(await add(2, day(250), day(400)))
    expect(ruleOf(await propose(s.league, post, await s.pupil(), { from: day(260), to: day(401) }))).toBe('beyondTerm')
    expect(ruleOf(await propose(s.league, post, await s.pupil(), { from: day(-90), to: day(-80) }))).toBe('past')
  })
  it('60-OG organisations of a year are seen by that year of that college alone, and nobody acts outside their scope', async () => {
    const org = await s.org({ level: 'grade', departmentId: s.ids.info, grade: 2023 })
    const [own, younger, other] = [await s.pupil(), await s.pupil({}, s.ids.s2401), await s.pupil({}, s.ids.a2301)]
    const sees = async (who: Pupil) => (await mine(who)).orgs.some(o => o.id === org)
    expect([await sees(own), await sees(younger), await sees(other)]).toEqual([true, false, false])
    const arts = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect((await propose(arts, await postOf(org, '联络人'), own)).code).toBe(404)
    const id = await holder(await postOf(org, '联络人'), own)
    expect((await act(arts, 'finish', { id, ending: 'ended', reason: '换人' })).code).toBe(404)
    await s.db.emit('discipline.effective', { punishmentId: crypto.randomUUID(), studentId: own.id, level: 'demerit', from: today(), to: null })
    facts.barred.add(own.id)
    await s.server.settle()
    expect((await row(id)).postDoubt).not.toBe(null)
    ok(await act(s.league, 'keepPost', { id }))
    expect((await row(id)).postDoubt).toBe(null)
    facts.barred.delete(own.id)
  })
  it('60-OG a change of class ends the posts of the old one; those of the whole school stay', async () => {
    const who = await s.pupil()
    const own = ok(await propose(s.fdy, await postOf(await ofClass('classCommittee'), '安全委员'), who, { basis: await proofOf(s.fdy) })).id
    const wide = await holder(await s.post(await s.org(), { name: '志愿者' }), who)
    await s.db.query(sql`update student set class_id = ${s.ids.a2301} where tenant_id = ${s.tenantId} and id = ${who.id}`)
    await s.db.emit('student.classChanged', { studentId: who.id, from: {}, to: {}, effectiveDate: today(), cause: 'test' })
    await s.server.settle()
    expect(await row(own)).toMatchObject({ state: 'ended', endReason: '已调整班级' })
    expect(await stateOf(wide)).toBe('active')
  })
  it('60-OG statistics count posts that were held in the span, each once; those that never began are none', async () => {
    const org = await s.org({ level: 'college', departmentId: s.ids.art })
    const post = await s.post(org, { name: '宣传员', kind: 'officer', seats: 5 })
    const [one, two, three] = [await s.pupil({}, s.ids.a2301), await s.pupil({}, s.ids.a2301), await s.pupil({}, s.ids.a2301)]
    await holder(post, one)
    await holder(await postOf(org, '联络人'), one)
    await holder(post, two)
    const lapsed = await holder(post, three, { from: day(3) })
    await s.db.update(orgAppointment, lapsed, { state: 'lapsed' })
    const arts = await s.as({ roles: ['college'], departmentId: s.ids.art })
    const sums = ok(await arts.get<Record<string, number>>('studentOrg/orgAppointment/statistics', { from: day(-1), to: day(5) }))
    expect(sums).toMatchObject({ posts: 3, people: 2, further: 1, elected: 0 })
    expect(ok(await arts.get<{ posts: number }>('studentOrg/orgAppointment/statistics', { from: day(-30), to: day(-20) })).posts).toBe(0)
  })
})
