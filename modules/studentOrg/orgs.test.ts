import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { setParams } from '#modules/message/testing.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { commit, settled, sheet, upload } from '#testing/roster.ts'
import { orgAppointment } from './model/appointment.ts'
import { studentOrg } from './model/org.ts'
import { orgPost } from './model/post.ts'
import { type OrgSchool, ok, orgSchool, ruleOf } from './testing.ts'

let s: OrgSchool
beforeAll(async () => {
  s = await orgSchool()
})
afterAll(() => s.close())
interface Check {
  id: string
  items: Array<{ item: string; count: number; limit: number }>
}
const add = (more: object) => s.league.post<{ id: string }>('studentOrg/studentOrg/add', s.draft(more))
const union = async (more: object = {}) => ok(await add({ type: 'studentUnion', ...more })).id
const publish = (id: string) => s.league.post('studentOrg/studentOrg/publish', { id })
const addPost = (orgId: string, more: object) => s.league.post<{ id: string }>('studentOrg/orgPost/add', { orgId, seats: 1, way: 'appointment', ...more })

describe('60-OG1 unions keep the limits of the reform rules', () => {
  it('60-OG1 a breach is shown with count and limit, and published only after the league has said why', async () => {
    const id = await union()
    expect(ruleOf(await publish(id))).toBe('noPosts')
    await s.post(id, { kind: 'chair', seats: 7 })
    await s.post(id, { kind: 'officer', seats: 36 })
    for (let n = 1; n <= 7; n++) ok(await s.league.post('studentOrg/orgUnit/add', { orgId: id, name: `第${n}部` }))
    await s.post(id, { kind: 'committee', rights: ['recordHygiene'] })
    const checks = ok(await s.league.get<Check[]>('studentOrg/studentOrg/selfCheck'))
    const [own] = checks.filter(c => c.id === id)
    expect(own?.items.filter(i => i.count > i.limit)).toEqual([
      { item: 'staff', count: 44, limit: 40 },
      { item: 'chairs', count: 7, limit: 5 },
      { item: 'depts', count: 7, limit: 6 },
      { item: 'kinds', count: 1, limit: 0 },
      { item: 'duties', count: 1, limit: 0 },
    ])
    const refused = await publish(id)
    expect([ruleOf(refused), refused.msg.includes('主席团成员 7（上限 5）'), refused.msg.includes('部门 7（上限 6）')]).toEqual(['breach', true, true])
    const reason = { id, reason: '三个校区分别设部门，学校党委同意' }
    expect((await s.college.post('studentOrg/studentOrg/allowBreach', reason)).code).toBe(403)
    ok(await s.league.post('studentOrg/studentOrg/allowBreach', reason))
    ok(await publish(id))
    expect((await s.row(id)).state).toBe('active')
  })
  it('60-OG1 a published union does not pass a limit later, neither by posts, departments nor more seats, however many add at once', async () => {
    await setParams(s, 'studentOrg', { staffMost: 4, deptsMost: 1 })
    const id = await union()
    const post = await s.post(id, { kind: 'officer', seats: 2 })
    ok(await publish(id))
    const answers = await Promise.all([1, 2, 3, 4].map(n => addPost(id, { name: `干事${n}`, kind: 'officer' })))
    expect(answers.filter(a => a.code === 200).length).toBe(2)
    expect(new Set(answers.filter(a => a.code !== 200).map(ruleOf))).toEqual(new Set(['most']))
    const { version } = await s.db.unscoped(orgPost).one(post)
    expect(ruleOf(await s.league.post('studentOrg/orgPost/update', { id: post, version, seats: 3 }))).toBe('most')
    ok(await s.league.post('studentOrg/orgUnit/add', { orgId: id, name: '办公室' }))
    expect(ruleOf(await s.league.post('studentOrg/orgUnit/add', { orgId: id, name: '宣传部' }))).toBe('most')
    expect(ruleOf(await add({ type: 'studentUnion', staffCap: 9 }))).toBe('capWide')
    await setParams(s, 'studentOrg', { staffMost: 40, deptsMost: 6 })
  })
  it('60-OG1 no layer above or below its departments', async () => {
    const id = await union({ level: 'college', departmentId: s.ids.info })
    await s.post(id, { kind: 'chair' })
    await union({ level: 'college', departmentId: s.ids.info, parentId: id })
    expect((await publish(id)).msg).toContain('部门以外的层级 1（上限 0）')
  })
})
describe('60-OG organisations', () => {
  it('60-OG say where they belong, and nothing else', async () => {
    const rules = [
      [{ level: 'college' }, 'lacks'],
      [{ level: 'grade', departmentId: s.ids.info }, 'lacks'],
      [{ level: 'school', departmentId: s.ids.info }, 'surplus'],
      [{ level: 'class' }, 'onlyClass'],
      [{ type: 'classCommittee', level: 'school' }, 'typeLevel'],
      [{ type: 'classCommittee', level: 'class' }, 'lacks'],
      [{ type: 'leagueBranch', level: 'class' }, 'lacks'],
      [{ guideId: undefined }, 'lacks'],
    ] as const
    for (const [more, rule] of rules) expect(ruleOf(await add(more))).toBe(rule)
    const up = ok(await add({ name: '上级' })).id
    const down = ok(await add({ parentId: up })).id
    const { version } = await s.row(up)
    expect(ruleOf(await s.league.post('studentOrg/studentOrg/update', { id: up, version, parentId: down }))).toBe('parentSelf')
  })
  it('60-OG a class has one committee and one branch committee, with one monitor and one secretary, whoever makes them at once', async () => {
    const of = { type: 'classCommittee', level: 'class', classId: s.ids.s2302, guideId: undefined }
    const answers = await Promise.all([add(of), add(of)])
    expect(answers.filter(a => a.code === 200).length).toBe(1)
    expect(ruleOf(await add(of))).toBe('taken')
    const id = answers.find(a => a.code === 200)?.data.id ?? ''
    expect(await s.row(id)).toMatchObject({ departmentId: s.ids.info, grade: 2023 })
    expect(ruleOf(await addPost(id, { name: '班长', kind: 'monitor', seats: 2 }))).toBe('single')
    const monitors = await Promise.all(['班长', '代理班长'].map(name => addPost(id, { name, kind: 'monitor' })))
    expect(monitors.filter(a => a.code === 200).length).toBe(1)
    expect(ruleOf(await addPost(id, { name: '团支书', kind: 'secretary' }))).toBe('kindWhere')
  })
  it('60-OG type, level, class, department and branch of an organisation and the kind of a post never change', async () => {
    const id = await s.org({ level: 'college', departmentId: s.ids.info })
    const { version } = await s.row(id)
    for (const patch of [{ type: 'other' }, { level: 'school' }, { departmentId: s.ids.art }, { classId: s.ids.s2301 }])
      await s.league.post('studentOrg/studentOrg/update', { id, version, ...patch })
    expect(await s.row(id)).toMatchObject({ type: 'volunteerTeam', level: 'college', departmentId: s.ids.info, classId: null })
    const post = await s.post(id)
    const row = await s.db.unscoped(orgPost).one(post)
    await s.league.post('studentOrg/orgPost/update', { id: post, version: row.version, kind: 'chair' })
    expect((await s.db.unscoped(orgPost).one(post)).kind).toBe('officer')
  })
  it('60-OG a counsellor makes those of the own classes, a second press none', async () => {
    await s.branch(s.ids.s2301)
    const make = () => s.fdy.post<{ committees: number; branches: number }>('studentOrg/studentOrg/makeForClasses', {})
    expect(ok(await make())).toEqual({ committees: 1, branches: 1 })
    expect(ok(await make())).toEqual({ committees: 0, branches: 0 })
    const [committee] = await s.db.unscoped(studentOrg).all({ classId: s.ids.s2301, type: 'classCommittee' })
    expect((await s.db.unscoped(orgPost).all({ orgId: committee?.id ?? '' })).map(p => p.name)).toContain('班长')
    const shown = ok(await s.fdy.get<{ result: Array<{ classId: string }> }>('studentOrg/studentOrg/list'))
    expect(new Set(shown.result.map(o => o.classId))).toEqual(new Set([s.ids.s2301]))
  })
  it('60-OG one that has others below it is ended after them', async () => {
    const up = await s.org()
    const down = await s.org({ parentId: up })
    const end = (id: string) => s.league.post('studentOrg/studentOrg/end', { id, reason: '合并' })
    expect(ruleOf(await end(up))).toBe('hasParts')
    ok(await end(down))
    ok(await end(up))
    expect(ruleOf(await addPost(up, { name: '部长', kind: 'officer' }))).toBe('over')
    expect(ruleOf(await add({ parentId: up }))).toBe('parentEnded')
  })
})

it('posts that have begun are imported: those that go on are held at once, those that ended are records; what is to begin goes the way of appointments', async () => {
  const orgId = await s.org({ name: '校志愿服务总队' })
  await s.post(orgId, { name: '队长' })
  const [one, two, three] = [await s.pupil({ name: '沈清越' }), await s.pupil({ name: '陆知遥' }), await s.pupil({ name: '顾南' })]
  const no = async ({ id }: { id: string }) => (await s.db.unscoped(student).one(id)).studentNo ?? ''
  const day = (n: number): string => addDays(today(), n)
  const imported = async (lines: ReadonlyArray<readonly string[]>, by = s.league) => {
    const file = await sheet(['学生组织', '岗位', '任职学生', '任职开始', '任职结束'], lines)
    const sent = await upload<{ jobId: string }>(by, 'studentOrg/appointmentImport/import', file, '任职.xlsx', { mode: 'upsert' })
    return settled(by, sent.data.jobId)
  }
  const line = async (who: { id: string }, from: number, to: number, post = '队长') => ['校志愿服务总队', post, await no(who), day(from), day(to)]
  const wrong = await imported([await line(one, 1, 30), await line(one, -9, 30, '副队长'), await line(two, -9, 30), await line(three, -9, 30)])
  expect(wrong.errors.map(e => e.rule.split('.').at(-1))).toEqual(['future', 'noPost', 'full'])
  const good = [await line(two, -20, 30), await line(one, -400, -60)]
  await commit(s.league, await imported(good))
  const rows = await s.db.unscoped(orgAppointment).all({ orgId }, { sort: ['from'] })
  expect(rows.map(r => [r.studentId, r.state, r.begunOn, r.to])).toEqual([
    [one.id, 'ended', day(-400), day(-60)],
    [two.id, 'active', day(-20), day(30)],
  ])
  const mine = ok(await two.actor.get<{ posts: Array<{ post: string; state: string }> }>('studentOrg/orgAppointment/mine'))
  expect(mine.posts).toMatchObject([{ post: '队长', state: 'active' }])
  expect((await imported(good)).errors).toEqual([])
  const later = [...(good[0] as string[]).slice(0, 4), day(60)]
  expect((await imported([later])).errors.length).toBe(1)
  expect((await s.college.post('studentOrg/appointmentImport/import', {})).code).toBe(403)
})
