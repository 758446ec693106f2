import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { codeAt } from '#server/base/rotating-code.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import type { roster } from './model/read-actions.ts'
import { linesOf } from './server/api.ts'
import { findFlags } from './server/find-flags.ts'
import { tick } from './server/jobs.ts'
import { CAMPUS, hoursFromNow, ruleOf, type SignSchool, signSchool } from './testing.ts'

let s: SignSchool
let told: (event: string) => Promise<SentNotification[]>
beforeAll(async () => {
  s = await signSchool()
  told = captureNotifications(s.server)
})
afterAll(() => s.close())

describe('a class meeting', () => {
  it('20-SA1 is open with the press of a button, and its list is whoever belongs to it then', async () => {
    const { occurrenceId, count } = await s.quick()
    expect([count, (await s.board(occurrenceId)).total]).toEqual([7, 7])
    const late = await s.newStudent(s.ids.s2301, '后来的')
    const moved = (await s.newStudent(s.ids.n2301, '转来的')).id
    await s.db.query(sql`update student set class_id = ${s.ids.s2301} where tenant_id = ${s.tenantId} and id = ${moved}`)
    await s.db.query(sql`update sys_user set created_at = now() - interval '1 day' where tenant_id = ${s.tenantId} and student_id = ${moved}`)
    await tick(s.db)
    expect((await s.board(occurrenceId)).total).toBe(8)
    expect((await s.line(occurrenceId, late.id)).state).toBe('pending')
    expect((await s.officer.post('base/student/changeStatus', {})).code).not.toBe(200)
    for (const id of [late.id, moved]) await s.db.query(sql`update student set class_id = ${s.ids.n2301} where tenant_id = ${s.tenantId} and id = ${id}`)
  })
  it('20-SA1 reminds only who can sign in to press', async () => {
    const gone = s.pupil(5).actor.userId
    const { occurrenceId } = await s.quick()
    const until = (date: string | null) => s.db.query(sql`update sys_user set valid_until = ${date}::date where tenant_id = ${s.tenantId} and id = ${gone}`)
    await until(addDays(today(), -1))
    await s.act('signOccurrence/remind', { occurrenceId })
    const [heard] = (await told('signIn.reminded')).filter(h => h.bizId === occurrenceId)
    await until(null)
    expect([heard?.to.length, heard?.to.includes(gone)]).toEqual([6, false])
  })
  it('20-SA5 is signed by scanning: the code of the moment becomes a ticket of one’s own, and an old picture of it nothing', async () => {
    const { occurrenceId } = await s.quick({ ways: ['qr'] })
    const secret = await s.secret(occurrenceId)
    const scan = (now: number, who: Actor = s.me) => who.post<{ ticket: string; occurrenceId: string }>('signIn/signLine/scan', { code: codeAt(secret, occurrenceId, 10, now) })
    expect(ruleOf(await scan(Date.now() - 20_000))).toBe('tokenOld')
    expect(ruleOf(await scan(Date.now(), s.away.actor))).toBe('notInList')
    const { data } = await scan(Date.now())
    expect(ruleOf(await s.sign(occurrenceId, { ticket: data.ticket }, s.pupil(0).actor))).toBe('tokenOld')
    expect(ruleOf(await s.sign(occurrenceId))).toBe('lacking')
    const signed = await s.sign(occurrenceId, { ticket: data.ticket })
    expect([signed.code, signed.data.state, signed.data.isRepeat]).toEqual([200, 'signed', false])
    expect(await s.board(occurrenceId)).toMatchObject({ signed: 1, pending: 6 })
  })
  it('20-SA5 lets five wrong numbers pass, then none for a while, not even the right one', async () => {
    const { occurrenceId } = await s.quick({ ways: ['number'] })
    const right = await s.number(occurrenceId)
    const wrong = { number: String((Number(right.number) + 1) % 10_000).padStart(4, '0') }
    const tries = []
    for (let n = 0; n < 5; n++) tries.push(ruleOf(await s.sign(occurrenceId, wrong)))
    expect(tries).toEqual(['number', 'number', 'number', 'number', 'numberPause'])
    expect(ruleOf(await s.sign(occurrenceId, right))).toBe('numberPause')
    await s.db.query(sql`update sign_line set tried_at = now() - interval '61 seconds' where tenant_id = ${s.tenantId} and occurrence_id = ${occurrenceId}`)
    expect((await s.sign(occurrenceId, await s.number(occurrenceId))).data.state).toBe('signed')
  })
  it('20-SA2 counts a press once however often it comes, and a retry with the same key answers the first time', async () => {
    const { occurrenceId } = await s.quick()
    const given = { occurrenceId, deviceKey: `phone-${s.me.userId}`, ...(await s.number(occurrenceId)) }
    const answers = await Promise.all(Array.from({ length: 6 }, () => s.me.post<{ signedAt: string; isRepeat: boolean }>('signIn/signLine/sign', given)))
    expect(answers.map(a => a.code)).toEqual(Array(6).fill(200))
    expect([answers.filter(a => !a.data.isRepeat).length, new Set(answers.map(a => a.data.signedAt)).size]).toEqual([1, 1])
    const headers = { 'idempotency-key': randomUUID() }
    const other = s.pupil(0).actor
    const [first, again] = [
      await other.post<{ signedAt: string }>('signIn/signLine/sign', given, headers),
      await other.post<{ signedAt: string }>('signIn/signLine/sign', given, headers),
    ]
    expect([first.code, again.data.signedAt]).toEqual([200, first.data.signedAt])
    expect(await linesOf(s.db, occurrenceId).then(all => all.filter(l => l.state === 'signed').length)).toBe(2)
  })
  it('20-SA2 takes the time out at a second press where the task asks for it, once and not at once', async () => {
    const { occurrenceId } = await s.published(s.located({ direction: 'inOut' }))
    const here = { ...CAMPUS, accuracy: 20 }
    expect((await s.sign(occurrenceId, here)).data.outAt).toBeNull()
    expect(ruleOf(await s.sign(occurrenceId, here))).toBe('tooEarlyOut')
    await s.db.query(sql`update sign_line set signed_at = now() - interval '11 minutes' where tenant_id = ${s.tenantId} and occurrence_id = ${occurrenceId} and state = 'signed'`)
    const [out, again] = [await s.sign(occurrenceId, here), await s.sign(occurrenceId, here)]
    expect([out.data.isRepeat, again.data.isRepeat, again.data.outAt]).toEqual([false, true, out.data.outAt])
  })
  it('20-SA3 goes by the server’s clock, names both times, and is late from its hour on', async () => {
    const { occurrenceId } = await s.quick({ lateMinutes: 10 })
    await s.shift(occurrenceId, 20)
    const early = await s.sign(occurrenceId, { ...(await s.number(occurrenceId)), clientAt: hoursFromNow(1) })
    expect([ruleOf(early), early.errors[0]?.values]).toEqual(['notOpen', expect.objectContaining({ opensAt: expect.any(String), closesAt: expect.any(String) })])
    await s.shift(occurrenceId, -35)
    expect((await s.sign(occurrenceId, await s.number(occurrenceId))).data.state).toBe('late')
    await s.shift(occurrenceId, -20)
    expect(ruleOf(await s.sign(occurrenceId, await s.number(occurrenceId), s.pupil(0).actor))).toBe('notOpen')
  })
})

describe('a place', () => {
  it('20-SA4 is accepted near enough and known exactly enough, in either system; otherwise the screen says by how much', async () => {
    const { occurrenceId } = await s.published(s.located())
    const north = (metres: number, accuracy = 20) => ({ latitude: Number((CAMPUS.latitude + metres / 111_320).toFixed(6)), longitude: CAMPUS.longitude, accuracy })
    const far = await s.sign(occurrenceId, north(200))
    expect([ruleOf(far), far.errors[0]?.values]).toEqual(['outside', { distance: expect.closeTo(80, -1), accuracy: 20 }])
    expect(ruleOf(await s.sign(occurrenceId, north(0, 101)))).toBe('inaccurate')
    expect(ruleOf(await s.sign(occurrenceId))).toBe('mustLocate')
    expect((await s.sign(occurrenceId, north(115))).data.state).toBe('signed')
    expect(ruleOf(await s.sign(occurrenceId, { ...north(0), system: 'gcj02' }, s.pupil(0).actor))).toBe('outside')
    const tried = async (radius: number, who: Actor = s.fdy) => (await s.act('signTask/tryFences', { fences: [{ kind: 'circle', ...CAMPUS, radius, system: 'wgs84' }] }, who)).data
    const [wide, narrow, elsewhere] = [await tried(100), await tried(50), await tried(50, s.teacher)]
    expect([wide.refused, narrow.refused, narrow.students, elsewhere.total]).toEqual([0, 1, 1, 0])
  })
  it('20-SA8 marks the same coordinates of five, a mocked position and a jump, and leaves judging to the publisher', async () => {
    const { occurrenceId } = await s.published(s.located())
    const spot = { ...CAMPUS, accuracy: 17 }
    for (const [n, { actor }] of s.pupils.entries()) expect((await s.sign(occurrenceId, { ...spot, isMocked: n === 5 }, actor)).code).toBe(200)
    await s.db.query(
      sql`update sign_line set lat = lat + 0.9, signed_at = now() - interval '10 minutes' where tenant_id = ${s.tenantId} and student_id = ${s.studentId} and lat is not null`,
    )
    await s.sign(occurrenceId, { ...spot, accuracy: 18 })
    await findFlags(s.db, [occurrenceId])
    await findFlags(s.db, [occurrenceId])
    expect((await s.line(occurrenceId, s.studentId)).flags).toEqual(['jump'])
    expect((await s.line(occurrenceId, s.pupil(5).id)).flags).toEqual(['mocked', 'sameSpot'])
    const tray = (await s.fdy.get<OutputOf<typeof roster>[]>('signIn/signLine/seats', { occurrenceId, isFlagged: true })).data
    expect([tray.length, (await s.board(occurrenceId)).signed]).toEqual([7, 7])
    const ids = tray.map(t => t.id)
    expect((await s.act('signLine/clearFlags', { ids: ids.slice(0, 6), reason: '同一间教室' })).data.count).toBe(6)
    expect((await s.act('signLine/void', { ids: ids.slice(6), reason: '本人不在' })).data.count).toBe(1)
    const after = await s.board(occurrenceId)
    expect([after.openFlags, after.voided, after.signed]).toEqual([0, 1, 6])
    expect((await told('signIn.voided')).length).toBe(1)
    const history = await s.fdy.get<Array<{ source: string }>>('signIn/signLine/history', { id: ids[6] })
    expect(history.data.map(h => h.source)).toContain('本人不在')
    const [kept] = await s.db.query<{ diff: object }>(sql`select diff from operation_log where tenant_id = ${s.tenantId} and biz_id = ${ids[6]} and source = '本人不在'`)
    expect(kept?.diff).toMatchObject({ state: { from: 'signed', to: 'voided' }, flagState: { from: 'open', to: 'confirmed' } })
  })
})

describe('a picture', () => {
  const put = async (who: Actor, size: number) => {
    const noise = randomBytes(size * size * 3)
    const content = await sharp(noise, { raw: { width: size, height: size, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer()
    return (await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', content, '签到.jpg')).data.fileId
  }
  it('20-SA6 is small and one’s own; publisher and counsellor see it, nobody else, and it is gone after its days', async () => {
    const { occurrenceId } = await s.quick({ ways: ['photo'] })
    expect(ruleOf(await s.sign(occurrenceId))).toBe('lacking')
    expect(ruleOf(await s.sign(occurrenceId, { photo: [await put(s.me, 700)] }))).toBe('photoBig')
    const photo = await put(s.me, 60)
    expect(ruleOf(await s.sign(occurrenceId, { photo: [photo] }, s.pupil(0).actor))).toBe('lacking')
    expect((await s.sign(occurrenceId, { photo: [photo] })).data.state).toBe('signed')
    const may = async (who: Actor) => (await who.get('oss/oss/endpoint/link-file', { fileId: photo })).code === 200
    expect([await may(s.fdy), await may(s.college), await may(s.officer), await may(s.teacher), await may(s.pupil(0).actor)]).toEqual([true, false, false, false, false])
    const [file] = await s.db.query<{ days: number }>(
      sql`select round(extract(epoch from expires_at - now()) / 86400)::int as days from attachment where tenant_id = ${s.tenantId} and id = ${photo}`,
    )
    expect(file?.days).toBe(30)
    const seen = async (who: Actor) => (await who.get<OutputOf<typeof roster>[]>('signIn/signLine/seats', { occurrenceId })).data.find(x => x.studentId === s.studentId)?.photoId
    expect([await seen(s.fdy), await seen(s.college)]).toEqual([photo, null])
  })
})

describe('a phone', () => {
  const key = () => `phone-${randomUUID()}`
  it('20-SA7 that signs for six is accepted, and five of them are in the tray, even at the same moment', async () => {
    await s.db.query(sql`delete from device_binding where tenant_id = ${s.tenantId}`)
    const { occurrenceId } = await s.quick()
    const given = { ...(await s.number(occurrenceId)), deviceKey: key() }
    const answers = await Promise.all(s.pupils.map(p => s.sign(occurrenceId, given, p.actor)))
    expect(answers.map(a => a.data.state)).toEqual(Array(6).fill('signed'))
    const lines = await Promise.all(s.pupils.map(p => s.line(occurrenceId, p.id)))
    expect(lines.filter(l => l.flags?.includes('deviceShared')).length).toBe(5)
    expect((await s.board(occurrenceId)).openFlags).toBe(5)
  })
  it('20-SA9 beyond the second must be bound anew: by oneself once in a while, by the counsellor at any time', async () => {
    const [{ occurrenceId }, { actor, id }] = [await s.quick(), await s.newStudent(s.ids.s2301, '换机的')]
    await tick(s.db)
    const keys = [key(), key(), key(), key()]
    const bind = async (deviceKey: string | undefined) => {
      const { occurrenceId: next } = await s.quick()
      return s.sign(next, { ...(await s.number(next)), deviceKey, deviceName: '手机' }, actor)
    }
    expect((await s.sign(occurrenceId, { ...(await s.number(occurrenceId)), deviceKey: keys[0] }, actor)).code).toBe(200)
    expect((await bind(keys[1])).code).toBe(200)
    expect(ruleOf(await bind(keys[2]))).toBe('deviceLimit')
    const rebind = (deviceKey: string | undefined) => actor.post('signIn/deviceBinding/rebind', { deviceKey })
    expect((await rebind(keys[2])).code).toBe(200)
    expect((await bind(keys[2])).code).toBe(200)
    expect(ruleOf(await rebind(keys[3]))).toBe('soon')
    const devices = (await s.fdy.get<{ result: Array<{ id: string; endedAt: string | null }> }>('signIn/deviceBinding/list', { studentId: id })).data.result
    expect((await s.act('deviceBinding/unbind', { ids: devices.map(d => d.id), reason: '手机丢失' })).data.count).toBe(2)
    expect((await bind(keys[3])).code).toBe(200)
    const kept = await s.db.query<{ action: string; source: string; isOwn: boolean }>(sql`select action, source, user_id = ${actor.userId} as "isOwn" from operation_log
      where tenant_id = ${s.tenantId} and biz_type = 'deviceBinding' and biz_id in (select id from device_binding where student_id = ${id}) order by id`)
    expect(
      kept
        .filter(k => k.isOwn)
        .map(k => k.action)
        .sort(),
    ).toEqual(['add', 'add', 'add', 'add', 'update'])
    expect(kept.filter(k => !k.isOwn).map(k => [k.action, k.source])).toEqual([
      ['update', '手机丢失'],
      ['update', '手机丢失'],
    ])
    await s.db.query(sql`update student set class_id = ${s.ids.n2301} where tenant_id = ${s.tenantId} and id = ${id}`)
  })
})

describe('the figures', () => {
  it('count by task, class, weekday and way within the reader’s scope, and go out as a sheet of a class', async () => {
    await tick(s.db, new Date(hoursFromNow(2))) // running occurrences are counted when they end
    const span = { from: addDays(today(), -3), to: today() }
    const stats = async (who: Actor) =>
      (await who.get<Record<string, number> & { byClass: Array<{ label: string }>; byWay: unknown[]; longest: unknown[] }>('signIn/signLine/statistics', span)).data
    const [all, own, none] = [await stats(s.officer), await stats(s.fdy), await stats(s.teacher)]
    expect(own.byClass.map(c => c.label)).toEqual(['软件2301'])
    // the counsellor of students who moved to another class sees those
    expect(Number(none.total)).toBeLessThan(Number(own.total))
    expect(Number(all.total)).toBeGreaterThanOrEqual(Number(own.total) + Number(none.total))
    expect(own.confirmed).toBe(1)
    expect(own.byWay.length * own.longest.length).toBeGreaterThan(0)
    expect(ruleOf(await s.fdy.get('signIn/signLine/statistics', { ...span, from: addDays(today(), -300) }))).toBe('span')
    const sheet = await s.fdy.get<{ students: Array<{ name: string; total: number }> }>('signIn/signLine/termSheet', { ...span, classId: s.ids.s2301 })
    expect(sheet.data.students.find(x => x.name === '赵一')?.total).toBeGreaterThan(3)
    const file = await s.fdy.get('signIn/signLine/exportTermSheet', { ...span, classId: s.ids.s2301 })
    expect([file.status, file.raw.subarray(0, 2).toString()]).toEqual([200, 'PK'])
    expect(ruleOf(await s.fdy.get('signIn/signLine/termSheet', { ...span, classId: s.ids.a2301 }))).toBe('classUnknown')
  })
})
