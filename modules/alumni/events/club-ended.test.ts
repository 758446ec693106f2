import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { unread } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { alumniClub, alumniClubMember, alumniClubPost } from '../clubs/model/club.ts'
import { alumnusStudy } from '../records/model/alumnus.ts'
import { type AlumniSchool, alumniSchool, type Graduate, ok } from '../records/testing.ts'
import { alumniActivity, alumniEnrolment } from './model/activity.ts'
import { alumniNotice } from './model/alumni-notice.ts'

let s: AlumniSchool
let head: Graduate
let member: Graduate
beforeAll(async () => {
  s = await alumniSchool()
  ;[head, member] = [await s.graduate(), await s.graduate()]
})
afterAll(() => s.close())
const alumnusOf = async (who: Graduate): Promise<string> => (await s.db.unscoped(alumnusStudy).find({ studentId: who.id }))?.alumnusId ?? ''
async function led(name: string): Promise<string> {
  const { id } = await s.db.insert(alumniClub, { name, kind: 'interest', intro: '跑步', joinWay: 'open' })
  for (const who of [head, member]) await s.db.insert(alumniClubMember, { clubId: id, alumnusId: await alumnusOf(who), state: 'member', joinedOn: today() })
  await s.db.insert(alumniClubPost, { clubId: id, alumnusId: await alumnusOf(head), post: 'head', from: today() })
  return id
}
const at = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
const post = async (clubId: string): Promise<string> =>
  ok(await head.actor.post<{ id: string }>('alumni/alumniActivity/post', { clubId, title: '晨跑', place: '操场', from: at(100), to: at(102), enrolTo: at(50), capacity: 5 })).id
const enrol = (who: Graduate, activityId: string) => who.actor.post('alumni/alumniEnrolment/enrol', { activityId, companions: 0 })

it('30-AB3 what a merged club has still to come is for the members of the other, who run it; what it said of drafts as well', async () => {
  const [from, into] = [await led('并走的校友会'), await led('并入的校友会')]
  const [coming, over] = [await post(from), await post(from)]
  await s.db.updateWhere(alumniActivity, { id: over }, { from: at(-4), to: at(-2), enrolTo: at(-5) })
  const { id: notice } = ok(await s.officer.post<{ id: string }>('alumni/alumniNotice/add', { title: '校庆', content: '<p>欢迎</p>', clubIds: [from] }))
  ok(await s.officer.post('alumni/alumniClub/merge', { id: from, intoId: into }))
  await s.server.settle()
  expect([(await s.db.unscoped(alumniActivity).one(coming)).clubId, (await s.db.unscoped(alumniActivity).one(over)).clubId]).toEqual([into, from])
  expect((await s.db.unscoped(alumniNotice).one(notice)).clubIds).toEqual([into])
  ok(await enrol(member, coming))
})
it('30-AB3 what a dissolved club has still to come is called off, and whoever enrolled is told', async () => {
  const club = await led('解散的校友会')
  const id = await post(club)
  ok(await enrol(member, id))
  await s.server.settle()
  const before = await unread(member.actor)
  ok(await s.officer.post('alumni/alumniClub/dissolve', { id: club, reason: '没有人办' }))
  await s.server.settle()
  expect(await s.db.unscoped(alumniActivity).one(id)).toMatchObject({ state: 'cancelled', cancelReason: '没有人办' })
  expect((await s.db.unscoped(alumniEnrolment).all({ activityId: id })).map(e => e.state)).toEqual(['cancelled'])
  expect(await unread(member.actor)).toBe(Number(before) + 2) // of the club, and of the activity
})
