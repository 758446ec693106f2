import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setParams } from '#modules/message/testing.ts'
import { student } from '#modules/student/model/student.ts'
import { moveStatus } from '#modules/student/server/api.ts'
import { makeRole } from '#modules/system/testing.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { alumnus, alumnusStudy } from './model/alumnus.ts'
import { alumniStatistics } from './model/statistics.ts'
import { followStudents } from './server/follow.ts'
import { type AlumniSchool, alumniSchool, type Graduate, ok, ruleOf } from './testing.ts'

let s: AlumniSchool
beforeAll(async () => {
  s = await alumniSchool()
})
afterAll(() => s.close())
const studyOf = (studentId: string) => s.db.unscoped(alumnusStudy).find({ studentId })
const rowOf = async (studentId: string) => {
  const [found] = await s.db.query<{ id: string }>(
    sql`select a.id from alumnus a join student s on s.tenant_id = a.tenant_id and s.person_id = a.person_id where s.id = ${studentId}::uuid`,
  )
  return found && s.db.unscoped(alumnus).one(found.id)
}
const save = (who: Graduate, more: object = {}) => who.actor.post('alumni/alumnus/saveCard', { contactConsent: false, visible: 'none', ...more })

describe('30-AL1 whoever ends their studies', () => {
  it('30-AL1 is an alumnus with that study, made once, however often it is told; completed too, incomplete where the school says so', async () => {
    const [one, two, three, four] = [await s.student({ name: '成毕业' }), await s.student(), await s.student(), await s.student()]
    await s.ends(one)
    await s.ends(two, 'completed')
    await s.ends(three, 'incomplete')
    expect(await rowOf(one)).toMatchObject({
      name: '成毕业',
      majorName: '软件技术',
      className: '软件2301',
      leaveYear: Number(today().slice(0, 4)),
      source: 'auto',
      phone: null,
      contactConsent: false,
    })
    expect([(await studyOf(one))?.result, (await studyOf(two))?.result, await studyOf(three), await studyOf(four)]).toEqual(['graduated', 'completed', undefined, undefined])
    const count = await s.db.unscoped(alumnusStudy).count()
    await Promise.all([1, 2, 3].map(() => followStudents(s.db, [one, two, four])))
    expect(await s.db.unscoped(alumnusStudy).count()).toBe(count)
    await setParams(s, 'alumni', { includeIncomplete: true })
    await followStudents(s.db, [three])
    expect((await studyOf(three))?.result).toBe('incomplete')
    await setParams(s, 'alumni', { includeIncomplete: false })
  })
  it('30-AL1 two studies of one person are one row, which shows the later one', async () => {
    const first = await s.student({ name: '两次读' })
    await s.ends(first)
    const { idNo, birthDate } = await s.db.unscoped(student).one(first)
    const second = await s.student({ name: '两次读', idNo, birthDate, classId: s.ids.n2301, enrolDate: '2024-09-01' })
    await s.ends(second)
    const studies = [await studyOf(first), await studyOf(second)]
    expect(new Set(studies.map(y => y?.alumnusId)).size).toBe(1)
    expect((await rowOf(second))?.majorName).toBe(studies.toSorted((a, b) => (a?.studentNo ?? '').localeCompare(b?.studentNo ?? '')).at(-1)?.majorName)
  })
  it('30-AL1 somebody the school had entered by their number becomes that row', async () => {
    const id = await s.student({ studentNo: '2023990001', name: '先登记' })
    const old = ok(await s.officer.post<{ id: string }>('alumni/alumnus/add', { code: '2023990001', name: '先登记', employer: '某厂', visible: 'none', contactConsent: false }))
    await s.ends(id)
    expect(await rowOf(id)).toMatchObject({ id: old.id, employer: '某厂', majorName: '软件技术' })
  })
})
it('30-AL2 a graduation that is taken back removes the study, and not what the person has added', async () => {
  const [plain, added] = [await s.graduate(), await s.graduate()]
  ok(await save(added, { employer: '青蓝科技' }))
  await s.ends(plain.id, 'active')
  await s.ends(added.id, 'active')
  expect([await studyOf(plain.id), await studyOf(added.id)]).toEqual([undefined, undefined])
  expect(await rowOf(plain.id)).toBeUndefined()
  expect(await rowOf(added.id)).toMatchObject({ employer: '青蓝科技' })
  await s.ends(added.id)
  expect(await rowOf(added.id)).toMatchObject({ employer: '青蓝科技', majorName: '软件技术' })
})
describe('30-AL3 contacts', () => {
  it('30-AL3 exist only with consent, on the card, by the office and in the table; withdrawing it removes them at once', async () => {
    const who = await s.graduate({ phone: '13812340001' })
    const card = ok(await who.actor.get<{ phone: string | null; knownPhone: string }>('alumni/alumnus/card'))
    expect([card.phone, card.knownPhone]).toEqual([null, '13812340001'])
    ok(await save(who, { phone: '13812340001' }))
    expect((await rowOf(who.id))?.phone).toBeNull()
    ok(await save(who, { contactConsent: true, phone: '13812340001', email: 'a@b.cn' }))
    const kept = await rowOf(who.id)
    expect([kept?.phone, kept?.email, kept?.lastConfirmed]).toEqual(['13812340001', 'a@b.cn', today()])
    expect(ok(await who.actor.get<{ phone: string }>('alumni/alumnus/card')).phone).toBe('13812340001')
    // what waits to be sent with their consent is stopped; what is about their own things goes on
    const queued = (event: string) =>
      s.db.query(sql`with m as (insert into message (tenant_id, recipient_id, event_code, category, level, title, content) values (${s.tenantId}, ${who.actor.userId}::uuid, ${event}, 'alumni', 'info', '校友通知', '请查看') returning id)
        insert into message_delivery (tenant_id, message_id, recipient_id, event_code, channel, state, level, next_at) select ${s.tenantId}, id, ${who.actor.userId}::uuid, ${event}, 'email', 'queued', 'info', now() + interval '1 hour' from m`)
    for (const event of ['alumni.noticePublished', 'alumni.received']) await queued(event)
    ok(await save(who, { contactConsent: false }))
    expect(await s.db.query(sql`select event_code as event, state from message_delivery where recipient_id = ${who.actor.userId}::uuid order by 1`)).toEqual([
      { event: 'alumni.noticePublished', state: 'skipped' },
      { event: 'alumni.received', state: 'queued' },
    ])
    expect([(await rowOf(who.id))?.phone, (await rowOf(who.id))?.email]).toEqual([null, null])
    const entered = await s.officer.post('alumni/alumnus/update', { id: kept?.id, version: (await rowOf(who.id))?.version, phone: '13812340001' })
    expect(ruleOf(entered)).toBe('noConsent')
    await expect(s.db.query(sql`update alumnus set phone = '1' where id = ${kept?.id}::uuid`)).rejects.toThrow(/alumnus_consent/)
  })
  it('what comes from the student record is not edited by the office', async () => {
    const who = await s.graduate()
    const row = await rowOf(who.id)
    expect(ruleOf(await s.officer.post('alumni/alumnus/update', { id: row?.id, version: row?.version, majorName: '别的' }))).toBe('fromRecord')
  })
})
describe('30-AL5 among alumni', () => {
  interface Found {
    people: Array<{ name: string; phone: string | null; employer: string | null; majorName: string | null }>
    all?: number
  }
  const names = (found: Found) => found.people.map(p => p.name).sort()
  it('30-AL5 everybody sees who shows themselves to them, with contacts only of those who agree, and nobody else', async () => {
    const classId = s.ids.a2301
    const [me, open, mates, hidden] = [
      await s.graduate({ name: '找人的', classId }),
      await s.graduate({ name: '全公开', classId }),
      await s.graduate({ name: '同班可见', classId }),
      await s.graduate({ name: '不公开', classId }),
    ]
    const other = await s.graduate({ name: '别班公开', classId: s.ids.n2301 })
    ok(await save(open, { visible: 'alumni', contactConsent: true, phone: '13812340002' }))
    ok(await save(mates, { visible: 'classmates', employer: '青蓝科技' }))
    ok(await save(hidden, { visible: 'none', contactConsent: true, phone: '13812340003' }))
    ok(await save(other, { visible: 'alumni' }))
    const classmates = ok(await me.actor.get<Found>('alumni/alumnus/classmates'))
    expect([classmates.all, names(classmates)]).toEqual([4, ['全公开', '同班可见']])
    expect(classmates.people.find(p => p.name === '全公开')?.phone).toBe('13812340002')
    expect(classmates.people.find(p => p.name === '同班可见')?.phone).toBeNull()
    const found = ok(await me.actor.get<Found>('alumni/alumnus/find?q=公开'))
    expect(names(found)).toEqual(['全公开', '别班公开'])
    expect(names(ok(await me.actor.get<Found>(`alumni/alumnus/find?q=${encodeURIComponent('青蓝')}`)))).toEqual([])
    expect(JSON.stringify(found)).not.toContain('13812340003')
    // by major, industry and region, together
    ok(await save(open, { visible: 'alumni', industry: 'finance', canton: '420106' }))
    ok(await save(other, { visible: 'alumni', industry: 'finance', canton: '310101' }))
    const by = async (given: Record<string, string>) => names(ok(await me.actor.get<Found>('alumni/alumnus/find', { q: '公开', ...given })))
    expect(await by({ industry: 'finance' })).toEqual(['全公开', '别班公开'])
    expect(await by({ industry: 'finance', canton: '420000' })).toEqual(['全公开'])
    expect(await by({ industry: 'software' })).toEqual([])
    const major = found.people.find(p => p.name === '别班公开')?.majorName ?? ''
    expect(major).not.toBe(found.people.find(p => p.name === '全公开')?.majorName)
    expect(await by({ majorName: major.slice(0, 2) })).toEqual(['别班公开'])
    expect(ruleOf(await (await s.as({ roles: ['alumnus'] })).get('alumni/alumnus/find'))).toBe('notAlumnus')
    expect((await (await s.as({ roles: ['student'], studentId: await s.student() })).get('alumni/alumnus/find')).code).toBe(403)
  })
})
it('30-AL statistics count by year, region, industry and college what the reader may list, and filters cross them', async () => {
  const who = await s.graduate({ classId: s.ids.a2301 })
  ok(await save(who, { industry: 'software', employer: '青蓝科技', canton: '110101', contactConsent: true, phone: '13812340004' }))
  const college = await s.as({ roles: ['college'], departmentId: s.ids.art })
  interface Sums {
    people: number
    reachable: number
    byYear: Array<{ people: number }>
    byIndustry: Array<{ key: string; people: number; reachable: number }>
    byRegion: Array<{ key: string; label: string; people: number }>
    byCollege: Array<{ key: string; people: number }>
  }
  const of = async (by: typeof college, more = '') => ok(await by.get<Sums>(`alumni/alumnus/statistics${more}`))
  const [own, all] = [await of(college), await of(s.officer)]
  expect(own.people).toBe(await s.db.unscoped(alumnus).count({ departmentId: s.ids.art }))
  expect(all.people).toBe(await s.db.unscoped(alumnus).count())
  expect(own.people).toBeLessThan(all.people)
  expect(own.byIndustry).toContainEqual({ key: 'software', label: '信息软件', people: 1, reachable: 1 })
  expect(own.byRegion.map(r => r.key)).toContain('110000')
  expect(all.byYear.reduce((sum, y) => sum + y.people, 0)).toBe(await s.db.unscoped(alumnus).count({ 'leaveYear.isNull': false } as never))
  const year = Number(today().slice(0, 4))
  const narrowed = await of(s.officer, `?industry=software&province=110000&fromYear=${year}&toYear=${year}`)
  expect([narrowed.people, narrowed.byCollege]).toEqual([1, [expect.objectContaining({ key: s.ids.art, people: 1 })]])
  expect((await of(s.officer, '?province=110000&industry=finance')).people).toBe(0)
  expect(ruleOf(await s.officer.get(`alumni/alumnus/statistics?fromYear=${year}&toYear=${year - 1}`))).toBe('order')
  const listed = ok(await s.officer.get<{ result: unknown[] }>(`alumni/alumnus/list?province=110000&leaveYear.ge=${year}&leaveYear.le=${year}`)).result
  expect(listed).toHaveLength(1)
})
it('30-AL whoever may count alumni and not list them reads no small group, and nothing about a few', async () => {
  await makeRole(s, 'countsAlumni', [alumniStatistics.permission], 'all')
  const counts = await s.as({ roles: ['countsAlumni'] })
  const least = ok(await counts.get<{ people: number; byIndustry: Array<{ key: string; people: number }> }>('alumni/alumnus/statistics'))
  expect(least.people).toBe(await s.db.unscoped(alumnus).count())
  expect(least.byIndustry.map(g => g.key)).not.toContain('software')
  expect(ruleOf(await counts.get('alumni/alumnus/statistics?industry=software'))).toBe('tooFew')
  expect(ruleOf(await counts.get('alumni/alumnus/exportStatistics?industry=software'))).toBe('tooFew')
})
it('30-AL1 a whole batch is a few statements, and a second run changes nothing', async () => {
  const ids: string[] = []
  for (let n = 0; n < 12; n++) ids.push(await s.student())
  await s.db.tx(async tx => {
    for (const studentId of ids) await moveStatus(tx, { studentId, to: 'graduated', effectiveDate: today(), changeId: null, source: '批次' } as never)
  })
  await s.server.settle()
  expect(await s.db.unscoped(alumnusStudy).count({ studentId: ids })).toBe(12)
})
it('30-AL ten years after they left a class is asked once to meet again, by the one who is first; those who agree to be contacted hear of it, and say whether they come', async () => {
  const told = captureNotifications(s.server)
  const classId = s.ids.s2301
  const people = [await s.graduate({ name: '发起人', classId }), await s.graduate({ name: '同意联系', classId }), await s.graduate({ name: '不同意', classId })] as const
  const [first, reached, silent] = people
  const other = await s.graduate({ classId: s.ids.n2301 })
  ok(await save(reached, { contactConsent: true }))
  const propose = (who: (typeof people)[number]) => who.actor.post<{ told: number }>('alumni/alumniReunion/propose', { meets: '五一假期', place: '母校食堂' })
  const seen = async (who: (typeof people)[number]) =>
    ok(await who.actor.get<{ jubilee: { years: number; reachable: number; reunion: { id: string; joins: number; isIn: boolean } | null } | null }>('alumni/alumnus/classmates'))
      .jubilee
  expect([ruleOf(await propose(first)), await seen(first)]).toEqual(['notNow', null])
  await s.db.query(
    sql`update alumnus set leave_year = extract(year from now())::int - 10 where person_id in (select person_id from student where id = any(${[...people, other].map(p => p.id)}::uuid[]))`,
  )
  expect(await seen(first)).toMatchObject({ years: 10, reachable: 1, reunion: null })
  const both = await Promise.all([propose(first), propose(silent)])
  expect(both.map(a => (a.code === 200 ? a.data.told : ruleOf(a))).sort()).toEqual([1, 'asked'])
  expect([(await told('alumni.reunion', reached.actor.userId)).length, (await told('alumni.reunion', silent.actor.userId)).length]).toEqual([1, 0])
  const id = (await seen(reached))?.reunion?.id ?? ''
  const join = (who: { actor: (typeof people)[number]['actor'] }, isIn = true) => who.actor.post<{ joins: number }>('alumni/alumniReunion/join', { id, isIn })
  await Promise.all([join(reached), join(reached)])
  expect((await seen(reached))?.reunion).toMatchObject({ joins: 2, isIn: true })
  expect([(await join(other)).code, ok(await join(reached, false)).joins]).toEqual([404, 1])
})
