import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rows as query, unread } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { alumniClub, alumniClubMember, alumniClubPost } from '../clubs/model/club.ts'
import { alumnus, alumnusStudy } from '../records/model/alumnus.ts'
import { followStudents } from '../records/server/follow.ts'
import { type AlumniSchool, alumniSchool, type Graduate, ok, ruleOf } from '../records/testing.ts'
import { alumniNotice, alumniNoticeRead } from './model/alumni-notice.ts'
import { publishDue } from './server/notices.ts'

let s: AlumniSchool
beforeAll(async () => {
  s = await alumniSchool()
})
afterAll(() => s.close())
const alumnusOf = async (who: Graduate): Promise<string> => (await s.db.unscoped(alumnusStudy).find({ studentId: who.id }))?.alumnusId ?? ''
const save = async (who: Graduate, contactConsent: boolean, more: object = {}) => ok(await who.actor.post('alumni/alumnus/saveCard', { contactConsent, visible: 'none', ...more }))
const add = async (more: object = {}) => ok(await s.officer.post<{ id: string }>('alumni/alumniNotice/add', { title: '校庆', content: '<p>欢迎</p>', ...more })).id
const publish = (id: string) => s.officer.post<{ state: string; told: number }>('alumni/alumniNotice/publish', { id })
interface Counts {
  all: number
  noConsent: number
  noAccount: number
  told: number
}
const preview = async (id: string) => ok(await s.officer.get<Counts>(`alumni/alumniNotice/preview?id=${id}`))
const mine = async (who: Graduate) => ok(await who.actor.get<Array<{ id: string; readAt: string | null }>>('alumni/alumniNotice/mine'))
const open = (who: Graduate, id: string) => who.actor.post<{ content: string }>('alumni/alumniNotice/open', { id })
const figures = async (id: string) => {
  const { result } = ok(await s.officer.get<{ result: Array<{ id: string; told: number; reads: number }> }>('alumni/alumniNotice/list'))
  const row = result.find(r => r.id === id)
  return [row?.told, row?.reads]
}

it('30-AN1 audience and those without consent are counted before sending; who agrees is told once, everybody meant reads it', async () => {
  const year = 1987
  const [agrees, silent, changes, other] = [await s.graduate(), await s.graduate(), await s.graduate(), await s.graduate()]
  for (const who of [agrees, changes, other]) await save(who, true)
  await s.db.updateWhere(alumnusStudy, { studentId: [agrees.id, silent.id, changes.id] }, { leaveYear: year })
  await s.db.updateWhere(alumnus, { id: [await alumnusOf(agrees), await alumnusOf(silent), await alumnusOf(changes)] }, { leaveYear: year })
  await s.db.insert(alumnus, { code: `XY${year}1`, name: '没有账号', leaveYear: year, contactConsent: true })
  const id = await add({ yearFrom: year, yearTo: year })
  expect(await preview(id)).toEqual({ all: 4, noConsent: 1, noAccount: 1, told: 2 })
  // consent that is withdrawn before it goes out counts
  await save(changes, false)
  expect(await preview(id)).toEqual({ all: 4, noConsent: 2, noAccount: 1, told: 1 })
  const sent = await Promise.all([publish(id), publish(id)])
  expect(sent.filter(one => one.code === 200).map(one => ok(one).told)).toEqual([1])
  await s.server.settle()
  expect([await unread(agrees.actor), await unread(silent.actor), await unread(changes.actor), await unread(other.actor)]).toEqual([1, 0, 0, 0])
  expect((await mine(silent)).map(n => n.id)).toEqual([id])
  expect((await mine(other)).map(n => n.id)).toEqual([])
  expect(await figures(id)).toEqual([1, 0])
  const { version } = await s.db.unscoped(alumniNotice).one(id)
  expect(ruleOf(await s.officer.post('alumni/alumniNotice/update', { id, version, title: '改过' }))).toBe('state')
  await s.officer.post('alumni/alumniNotice/remove', { ids: id })
  expect(await s.db.unscoped(alumniNotice).find({ id })).toBeDefined()
  for (const who of [agrees, silent, silent]) expect(ok(await open(who, id)).content).toContain('欢迎')
  expect((await open(other, id)).code).toBe(404)
  expect(await figures(id)).toEqual([1, 2])
  expect((await mine(agrees))[0]?.readAt).not.toBeNull()
  ok(await s.officer.post('alumni/alumniNotice/withdraw', { id }))
  expect(await mine(agrees)).toEqual([])
  expect(ruleOf(await publish(await add({ yearFrom: 1901, yearTo: 1902 })))).toBe('nobody')
  expect(ruleOf(await s.officer.post('alumni/alumniNotice/add', { title: '倒过来', content: '<p>x</p>', yearFrom: 2001, yearTo: 2000 }))).toBe('yearsReversed')
})
it('30-AN1 majors, regions and clubs intersect; a scheduled notice goes out to who agrees then', async () => {
  const [in1, in2] = [await s.graduate({ classId: s.ids.a2301 }), await s.graduate({ classId: s.ids.a2301 })]
  await save(in1, true, { canton: '110101' })
  await save(in2, true, { canton: '420100' })
  const majorNames = [(await s.db.unscoped(alumnus).one(await alumnusOf(in1))).majorName]
  const [both, north, none] = [await add({ majorNames }), await add({ majorNames, regions: ['110000'] }), await add({ majorNames: ['没有这个专业'] })]
  expect([(await preview(both)).all, (await preview(north)).all, (await preview(none)).all]).toEqual([2, 1, 0])
  const club = await s.db.insert(alumniClub, { name: '收通知的校友会', kind: 'interest', intro: '跑步', joinWay: 'open' })
  await s.db.insert(alumniClubMember, { clubId: club.id, alumnusId: await alumnusOf(in2), state: 'member', joinedOn: today() })
  expect([(await preview(await add({ clubIds: [club.id] }))).all, (await preview(await add({ clubIds: [club.id], regions: ['110000'] }))).all]).toEqual([1, 0])
  // an account that is switched off is told nothing
  await s.db.query(sql`update sys_user set status = 'disabled' where id = ${in2.actor.userId}::uuid`)
  expect(await preview(both)).toMatchObject({ all: 2, noAccount: 1, told: 1 })
  await s.db.query(sql`update sys_user set status = 'enabled' where id = ${in2.actor.userId}::uuid`)
  const later = await add({ majorNames, publishAt: new Date(Date.now() + 3_600_000).toISOString() })
  expect(ok(await publish(later))).toEqual({ state: 'scheduled', told: 2 })
  expect(await s.db.unscoped(alumniNoticeRead).count({ noticeId: later })).toBe(0)
  expect((await mine(in1)).map(n => n.id)).not.toContain(later)
  await save(in2, false)
  await s.db.updateWhere(alumniNotice, { id: later }, { publishAt: new Date(Date.now() - 1000).toISOString() })
  await Promise.all([publishDue(s.db), publishDue(s.db)])
  expect(await s.db.unscoped(alumniNoticeRead).all({ noticeId: later })).toMatchObject([{ alumnusId: await alumnusOf(in1), isTold: true }])
})
it('30-AB2 officers write to the members of their club, others do not', async () => {
  const [head, member, outside] = [await s.graduate(), await s.graduate(), await s.graduate()]
  for (const who of [head, member, outside]) await save(who, true)
  const club = await s.db.insert(alumniClub, { name: '发通知的校友会', kind: 'interest', intro: '跑步', joinWay: 'open' })
  for (const who of [head, member]) await s.db.insert(alumniClubMember, { clubId: club.id, alumnusId: await alumnusOf(who), state: 'member', joinedOn: today() })
  await s.db.insert(alumniClubPost, { clubId: club.id, alumnusId: await alumnusOf(head), post: 'head', from: today() })
  const post = (who: Graduate) => who.actor.post<{ told: number }>('alumni/alumniNotice/post', { clubId: club.id, title: '周末长跑', content: '<p>八点</p><script>1</script>' })
  expect((await post(member)).code).toBe(404)
  expect((await outside.actor.get(`alumni/alumniNotice/previewClub?clubId=${club.id}`)).code).toBe(404)
  expect(ok(await head.actor.get<Counts>(`alumni/alumniNotice/previewClub?clubId=${club.id}`))).toMatchObject({ all: 2, told: 2 })
  expect(ok(await post(head)).told).toBe(2)
  const id = (await mine(member))[0]?.id ?? ''
  expect(ok(await open(member, id)).content).not.toContain('script')
  expect((await open(outside, id)).code).toBe(404)
  expect((await head.actor.post('alumni/alumniNotice/add', { title: '全体', content: '<p>x</p>' })).code).toBe(403)
})
it('somebody whose graduation is taken back takes their readings along', async () => {
  const who = await s.graduate()
  const id = await add({ yearFrom: Number(today().slice(0, 4)) })
  await save(who, true)
  ok(await publish(id))
  await s.db.updateWhere(alumnus, { id: await alumnusOf(who) }, { lastConfirmed: null })
  await s.db.query(sql`update student set status = 'active' where id = ${who.id}::uuid`)
  const gone = await alumnusOf(who)
  await followStudents(s.db, [who.id])
  expect(await query(s.db, ['select 1 from alumnus where id = ', ''] as never, gone)).toEqual([])
})
