import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PIXEL, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { activity } from './model/activity.ts'
import { activityPhoto, activityPhotoRequest } from './model/photos.ts'
import { grantSilent } from './server/photos.ts'
import { type ActivitySchool, activitySchool, inHours, moved, ok, ruleOf } from './testing.ts'

let s: ActivitySchool
beforeAll(async () => {
  s = await activitySchool()
})
afterAll(() => s.close())
interface Album {
  mayAdd: boolean
  photos: Array<{ id: string; fileId: string; mayAsk: boolean; mayRemove: boolean }>
  requests: Array<{ id: string; fileId: string; name: string; reason: string; mayAnswer: boolean }>
  mine: Array<{ state: string; reply: string | null }>
}
const picture = async (by: Actor, name = '照片.png') => (await upload<{ fileId: string }>(by, 'oss/oss/endpoint/put-file', PIXEL, name)).data.fileId
const add = async (activityId: string, count = 1, by: Actor = s.head.actor) => {
  const files: string[] = []
  for (let n = 0; n < count; n++) files.push(await picture(by, `照片${n}.png`))
  return by.post('activity/activityPhoto/add', { activityId, files })
}
const album = async (activityId: string, by: Actor) => ok(await by.get<Album>('activity/activityPhoto/photos', { activityId }))
const seen = async (activityId: string, by: Actor) => (await album(activityId, by)).photos.map(p => p.id)
const reads = async (fileId: string, by: Actor) => (await by.get('oss/oss/endpoint/download-file', { fileId })).code !== 404
const ask = (id: string, by: Actor) => by.post('activity/activityPhotoRequest/ask', { id, reason: '不想出现在里面' })
const answer = (id: string, isGranted: boolean, by: Actor = s.head.actor) => by.post('activity/activityPhotoRequest/answer', { id, isGranted, reply: '看过了' })
/** Running since an hour, with three students in it and so many pictures. */
async function held(title: string, photos: number): Promise<{ id: string; photos: Album['photos'] }> {
  const id = await s.activity({ title, quota: 20 })
  for (const n of [0, 1, 2]) ok(await s.enrol(s.pupil(n).actor, id))
  expect(ruleOf(await add(id))).toBe('early')
  await moved(s, id, inHours(-1), 3 * 3_600_000)
  ok(await add(id, photos))
  return { id, photos: (await album(id, s.head.actor)).photos }
}
const [first, second, third] = [0, 1, 2].map(n => () => s.pupil(n).actor) as [() => Actor, () => Actor, () => Actor]

it('60-AT13 those who took part see the pictures, others do not; no column says who is in one', async () => {
  const { id, photos } = await held('合影', 2)
  const outsider = s.pupil(5).actor
  expect([await seen(id, first()), await seen(id, s.league)]).toEqual([photos.map(p => p.id), photos.map(p => p.id)])
  expect((await outsider.get('activity/activityPhoto/photos', { activityId: id })).code).toBe(404)
  const file = photos[0]?.fileId ?? ''
  expect([await reads(file, first()), await reads(file, s.head.actor), await reads(file, outsider)]).toEqual([true, true, false])
  expect((await add(id, 1, first())).code).toBe(404)
  expect((await ask(photos[0]?.id ?? '', outsider)).code).toBe(404)
  expect((await first().post('activity/activityPhoto/remove', { id: photos[0]?.id })).code).toBe(404)
  // somebody else's upload is not taken along
  const foreign = await picture(first())
  expect((await s.head.actor.post('activity/activityPhoto/add', { activityId: id, files: [foreign] })).code).toBe(422)
  const columns = await s.db.query<{ name: string }>(sql`select column_name as name from information_schema.columns where table_name = 'activity_photo' order by 1`)
  expect(columns.map(c => c.name)).toEqual(['activity_id', 'created_at', 'created_by', 'file', 'id', 'state', 'tenant_id', 'updated_at', 'updated_by', 'version'])
})
it('60-AT13 pictures for the school are seen by everybody in it, and hidden from everybody once a student asks', async () => {
  const id = await s.activity({ title: '开放日', quota: 20, photoScope: 'school' })
  ok(await s.enrol(first(), id))
  await moved(s, id, inHours(-1), 3 * 3_600_000)
  ok(await add(id, 2))
  const outsider = s.pupil(5).actor
  const [photo, other] = (await album(id, outsider)).photos
  expect([photo?.mayAsk, photo?.mayRemove, await reads(photo?.fileId ?? '', outsider)]).toEqual([true, false, true])
  const albums = async (by: Actor) => ok(await by.get<Array<{ activityId: string; count: number }>>('activity/activityPhoto/albums')).filter(a => a.activityId === id)
  expect([await albums(outsider), await albums(s.teacher)]).toMatchObject([[{ count: 2 }], [{ count: 2 }]])
  ok(await ask(photo?.id ?? '', outsider))
  expect([await seen(id, first()), await reads(photo?.fileId ?? '', first())]).toEqual([[other?.id], false])
  expect(await albums(outsider)).toMatchObject([{ count: 1 }])
  ok(await answer((await album(id, s.head.actor)).requests[0]?.id ?? '', true))
  await s.db.updateWhere(activity, { id }, { photoScope: 'participants' }, { history: false })
  expect([await albums(outsider), (await albums(first())).length, await reads(other?.fileId ?? '', outsider)]).toEqual([[], 1, false])
})
it('60-AT13 pictures that are public are read without an account, until a student asks; of others nobody outside learns', async () => {
  const id = await s.activity({ title: '校庆', quota: 20, photoScope: 'public' })
  ok(await s.enrol(first(), id))
  await moved(s, id, inHours(-1), 3 * 3_600_000)
  ok(await add(id, 2))
  const outside = async (activityId: string) =>
    s.anonymous.get<{ title: string; photos: Array<{ id: string; fileId: string }> }>('activity/activityPhoto/publicAlbum', { activityId })
  const { title, photos } = ok(await outside(id))
  const [photo] = photos
  const file = photo?.fileId ?? ''
  const readsOutside = async () => (await s.anonymous.get('oss/openApi/public/link-file', { fileId: file })).status === 200
  expect([title, photos.length, await readsOutside()]).toEqual(['校庆', 2, true])
  ok(await ask(photo?.id ?? '', first()))
  expect([ok(await outside(id)).photos.length, await readsOutside(), (await album(id, s.pupil(5).actor)).photos.length]).toEqual([1, false, 1])
  ok(await answer((await album(id, s.head.actor)).requests[0]?.id ?? '', false))
  expect(await readsOutside()).toBe(true)
  ok(await s.head.actor.post('activity/activityPhoto/remove', { id: photo?.id }))
  expect([await readsOutside(), (await outside(await s.activity({ title: '内部' }))).code]).toEqual([false, 404])
})
it('60-AT13 a picture is hidden as soon as a student asks, once and by one of two at once; a refusal shows it again', async () => {
  const { id, photos } = await held('先隐藏', 2)
  const [photo] = photos
  const [photoId, fileId] = [photo?.id ?? '', photo?.fileId ?? '']
  const both = await Promise.all([ask(photoId, first()), ask(photoId, first()), ask(photoId, second())])
  expect(both.map(a => (a.code === 200 ? 'ok' : ruleOf(a))).toSorted()).toEqual(['hidden', 'hidden', 'ok'])
  const [row] = await s.db.unscoped(activityPhotoRequest).all({ photoId })
  const asker = row?.studentId === s.pupil(0).id ? first() : second()
  const other = asker === first() ? second() : first()
  for (const by of [asker, other, third()]) expect([await seen(id, by), await reads(fileId, by)]).toEqual([[photos[1]?.id], false])
  // whoever has to answer sees it, with the reason
  expect([await reads(fileId, s.head.actor), (await album(id, s.head.actor)).requests]).toMatchObject([true, [{ fileId, reason: '不想出现在里面', mayAnswer: true }]])
  expect((await album(id, third())).requests).toEqual([])
  await s.server.settle()
  expect(JSON.stringify(ok(await s.head.actor.get('base/message/mine', {})))).toContain('请求删除“先隐藏”的一张照片')
  expect(await s.db.query(sql`select 1 from todo where biz_id = ${row?.id ?? ''} and state = 'open'`)).toHaveLength(1)
  const request = row?.id ?? ''
  expect((await answer(request, false, third())).code).toBe(404)
  expect((await answer(request, false, asker)).code).toBe(404)
  const answers = await Promise.all([answer(request, false), answer(request, false, s.league)])
  expect(answers.map(a => (a.code === 200 ? 'ok' : ruleOf(a))).toSorted()).toEqual(['answered', 'ok'])
  await s.server.settle()
  expect(await s.db.query(sql`select 1 from todo where biz_id = ${request} and state = 'open'`)).toHaveLength(0)
  expect([await seen(id, other), (await album(id, asker)).mine]).toMatchObject([photos.map(p => p.id), [{ state: 'refused', reply: '看过了' }]])
  expect([ruleOf(await ask(photoId, asker)), (await ask(photoId, other)).code]).toEqual(['asked', 200])
  const [again] = await s.db.unscoped(activityPhotoRequest).all({ photoId, state: 'open' })
  ok(await answer(again?.id ?? '', false))
  expect(await seen(id, third())).toEqual(photos.map(p => p.id))
})
it('60-AT13 a granted picture is gone for everybody, and so is one that nobody answered in time', async () => {
  const { id, photos } = await held('删除', 3)
  const [granted, silent, kept] = photos
  ok(await ask(granted?.id ?? '', first()))
  ok(await ask(silent?.id ?? '', second()))
  const requestOf = async (photoId = '') => (await s.db.unscoped(activityPhotoRequest).all({ photoId }))[0]
  ok(await answer((await requestOf(granted?.id))?.id ?? '', true))
  expect([await reads(granted?.fileId ?? '', s.head.actor), await reads(granted?.fileId ?? '', s.league), ruleOf(await ask(granted?.id ?? '', third()))]).toEqual([
    false,
    false,
    'notFound',
  ])
  const waiting = await requestOf(silent?.id)
  const due = Date.parse(waiting?.dueAt ?? '')
  expect(due - Date.now()).toBeGreaterThan(2.9 * 86_400_000)
  expect(await grantSilent(s.db, due - 1000)).toBe(0)
  const runs = await Promise.all([grantSilent(s.db, due), grantSilent(s.db, due)])
  expect(runs.toSorted()).toEqual([0, 1])
  expect([await requestOf(silent?.id), await s.db.unscoped(activityPhoto).one(silent?.id ?? '')]).toMatchObject([{ state: 'granted' }, { state: 'removed' }])
  expect([await reads(silent?.fileId ?? '', s.head.actor), await seen(id, third())]).toEqual([false, [kept?.id]])
  await s.server.settle()
  expect(JSON.stringify(ok(await second().get('base/message/mine', {})))).toContain('到期没有答复')
  // whoever runs it takes one down without being asked
  ok(await s.head.actor.post('activity/activityPhoto/remove', { id: kept?.id }))
  expect([await seen(id, third()), await reads(kept?.fileId ?? '', third())]).toEqual([[], false])
})
it('60-AT13 whoever runs the activity does not answer their own request: it goes to the league', async () => {
  const id = await s.activity({ title: '社长入镜' })
  ok(await s.enrol(s.head.actor, id))
  await moved(s, id, inHours(-1), 3 * 3_600_000)
  ok(await add(id))
  const [photo] = (await album(id, s.head.actor)).photos
  ok(await ask(photo?.id ?? '', s.head.actor))
  const [row] = await s.db.unscoped(activityPhotoRequest).all({ photoId: photo?.id ?? '' })
  expect([ruleOf(await answer(row?.id ?? '', true)), (await album(id, s.head.actor)).requests]).toMatchObject(['ownRequest', [{ mayAnswer: false }]])
  await s.server.settle()
  expect(JSON.stringify(ok(await s.league.get('base/message/mine', {})))).toContain('社长请求删除“社长入镜”')
  ok(await answer(row?.id ?? '', true, s.league))
})
