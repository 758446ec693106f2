import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import type { boards, roster } from './model/read-actions.ts'
import { signOccurrence, signTask } from './model/sign-task.ts'
import { linesOf, signTaskFor } from './server/api.ts'
import { tick } from './server/jobs.ts'
import { applied, approveAs, approved, at, CAMPUS, hoursFromNow, leaveForm, ruleOf, type SignSchool, signSchool } from './testing.ts'

let s: SignSchool
let told: (event: string) => Promise<SentNotification[]>
beforeAll(async () => {
  s = await signSchool()
  told = captureNotifications(s.server)
})
afterAll(() => s.close())

describe('who watches', () => {
  it('20-SA13 sees the students of their own scope; classmates and other counsellors see none', async () => {
    const { occurrenceId } = await s.published(s.located({ audience: { roles: ['student'] } }), s.officer)
    // lobby television: what is for every student, and nothing of a class
    await s.quick()
    expect((await s.anonymous.get<{ signIns: unknown[] }>('screen/wall/lobby')).data.signIns).toHaveLength(1)
    const lists = await Promise.all([s.officer, s.fdy, s.teacher, s.me].map(who => who.get<OutputOf<typeof roster>[]>('signIn/signLine/seats', { occurrenceId })))
    expect(lists.map(l => l.code)).toEqual([200, 200, 200, 403])
    expect(lists[1]?.data.every(l => l.className === '软件2301')).toBe(true)
    expect(lists[2]?.data.some(l => l.className === '软件2301')).toBe(false)
    expect(lists[0]?.data.length).toBeGreaterThan(lists[1]?.data.length ?? 0)
    const own = await s.quick()
    await s.act('signOccurrence/close', { occurrenceId: own.occurrenceId, reason: '到点了' })
    const rowOf = async (who: Actor) => (await who.get<OutputOf<typeof boards>[]>('signIn/signOccurrence/boards')).data.find(b => b.occurrenceId === own.occurrenceId)
    const [mine, office, none] = [await rowOf(s.fdy), await rowOf(s.officer), await rowOf(s.teacher)]
    expect([mine?.total, mine?.absent, office?.absent, none]).toEqual([7, 7, 7, undefined])
    expect((await s.teacher.get('signIn/signOccurrence/board', { occurrenceId: own.occurrenceId })).code).toBe(404)
    expect((await s.act('signLine/signByStaff', { ids: [(await s.line(own.occurrenceId, s.studentId)).id] }, s.teacher)).code).toBe(422)
    expect((await s.fdy.get('signIn/signOccurrence/projector', { occurrenceId })).code).toBe(404)
  })
  it('20-SA11 signs by list whoever is there without a phone', async () => {
    const { occurrenceId } = await s.quick({ ways: ['staff'] })
    expect(ruleOf(await s.sign(occurrenceId))).toBe('staffOnly')
    const ids = await Promise.all([s.pupil(0), s.pupil(1)].map(async p => (await s.line(occurrenceId, p.id)).id))
    expect((await s.act('signLine/signByStaff', { ids, note: '没带手机' })).data.count).toBe(2)
    expect(ruleOf(await s.act('signLine/signByStaff', { ids }))).toBe('none')
    expect(await s.line(occurrenceId, s.pupil(0).id)).toMatchObject({ state: 'signed', way: 'staff' })
  })
  it('reminds whoever has not signed, each once in a while, whoever presses', async () => {
    const { occurrenceId } = await s.quick()
    await s.sign(occurrenceId, await s.number(occurrenceId))
    const pressed = await Promise.all([s.fdy, s.officer].map(who => s.act('signOccurrence/remind', { occurrenceId }, who)))
    expect(pressed.map(p => (p.code === 200 ? p.data.told : ruleOf(p))).sort()).toEqual([6, 'soon'])
    expect((await told('signIn.reminded')).filter(h => h.bizId === occurrenceId).flatMap(h => h.to)).not.toContain(s.me.userId)
  })
  it('20-SA12 pausing and ending keep what is written; a new time is told to all who have not signed', async () => {
    const { id, occurrenceId } = await s.published(s.located({ ways: ['number'], fences: null }))
    await s.sign(occurrenceId, await s.number(occurrenceId))
    await s.act('signTask/pause', { id, reason: '教室停电' })
    expect(ruleOf(await s.sign(occurrenceId, await s.number(occurrenceId), s.pupil(0).actor))).toBe('paused')
    await s.act('signTask/resume', { id })
    expect((await s.act('signOccurrence/retime', { occurrenceId, closesAt: hoursFromNow(0.5), reason: '提前下课' })).code).toBe(200)
    const heard = (await told('signIn.retimed')).filter(h => h.bizId === occurrenceId)
    expect([heard.length, heard[0]?.to.length, heard[0]?.to.includes(s.me.userId)]).toEqual([1, 6, false])
    expect((await s.act('signOccurrence/close', { occurrenceId, reason: '人齐了' })).code).toBe(200)
    expect(await s.board(occurrenceId)).toMatchObject({ state: 'closed', signed: 1, absent: 6, pending: 0 })
  })
  it('20-SA12 paused over the whole of a date asks nobody, and nobody is absent', async () => {
    const { id, occurrenceId } = await s.published(s.located({ beginTime: hoursFromNow(1), endTime: hoursFromNow(2) }))
    await s.act('signTask/pause', { id, reason: '停课' })
    await tick(s.db, new Date(hoursFromNow(1.5)))
    expect((await s.db.unscoped(signOccurrence).one(occurrenceId)).state).toBe('planned') // test runs with school-wide scope
    await s.shift(occurrenceId, -150)
    await tick(s.db)
    expect(await s.db.unscoped(signOccurrence).find({ id: occurrenceId })).toBeUndefined() // see above
  })
  it('20-SA3 ending against signing leaves each line signed or absent, and the counts right', async () => {
    const { occurrenceId } = await s.quick()
    const given = await s.number(occurrenceId)
    const presses = s.pupils.map(p => s.sign(occurrenceId, given, p.actor))
    const [closing, ...answers] = await Promise.all([s.act('signOccurrence/close', { occurrenceId, reason: '到点了' }), ...presses])
    expect(closing.code).toBe(200)
    for (const answer of answers) expect([200, 422]).toContain(answer.code)
    const lines = await linesOf(s.db, occurrenceId)
    const signed = lines.filter(l => l.state === 'signed').length
    expect([signed, lines.filter(l => l.state === 'absent').length]).toEqual([answers.filter(a => a.code === 200).length, 7 - signed])
    expect(await s.db.unscoped(signOccurrence).one(occurrenceId)).toMatchObject({ signedCount: signed, absentCount: 7 - signed }) // test runs with school-wide scope
  })
})

describe('who is missing', () => {
  it('20-SA10 is excused by a leave, at once or when it is approved after the end, and the counts follow', async () => {
    const day = addDays(s.monday, 1)
    const leave = await applied(s, leaveForm(s, day, day))
    const before = await approved(s, leaveForm(s, addDays(s.monday, 2), addDays(s.monday, 2)), s.pupil(0).actor)
    const night = await s.published(s.located({ beginTime: at(day, '21:30'), endTime: at(day, '22:00') })).then(({ id }) => id)
    const { occurrenceId } = await s.quick()
    await s.db.query(
      sql`update leave set start_at = now() - interval '1 hour', end_at = now() + interval '1 hour' where tenant_id = ${s.tenantId} and id = any(${[leave.id, before.id]}::uuid[])`,
    )
    const { occurrenceId: other } = await s.quick()
    expect((await s.line(other, s.pupil(0).id)).excuse).toBe('leave')
    await s.act('signOccurrence/close', { occurrenceId, reason: '到点了' })
    expect([(await s.line(occurrenceId, s.studentId)).state, (await s.line(occurrenceId, s.pupil(0).id)).state]).toEqual(['absent', 'excused'])
    expect((await approveAs(s.fdy, leave.instanceId)).code).toBe(200)
    await s.server.settle()
    expect(await s.line(occurrenceId, s.studentId)).toMatchObject({ state: 'excused', excuse: 'leave' })
    expect(await s.db.unscoped(signOccurrence).one(occurrenceId)).toMatchObject({ absentCount: 5, excusedCount: 2 }) // test runs with school-wide scope
    await s.db.query(sql`update leave set state = 'cancelled' where tenant_id = ${s.tenantId} and id = any(${[leave.id, before.id]}::uuid[])`)
    await s.db.emit('leave.changed', { studentId: s.studentId, leaveId: leave.id, isCancelled: true })
    await s.server.settle()
    expect((await s.line(occurrenceId, s.studentId)).state).toBe('absent')
    expect((await s.db.unscoped(signTask).one(night)).state).toBe('published') // see above
  })
  it('20-SA10 in the dormitory follows who is expected there that night', async () => {
    const { occurrenceId } = await s.published(s.located())
    const { date } = await s.db.unscoped(signOccurrence).one(occurrenceId) // see above
    const todo = async (who: Actor) =>
      (await s.db.query<{ state: string }>(sql`select state from todo where tenant_id = ${s.tenantId} and biz_id = ${occurrenceId} and user_id = ${who.userId}`)).map(t => t.state)
    const say = async (expected: boolean) => {
      await s.db.emit('dormitory.presenceChanged', { studentId: s.studentId, nightDate: date, expected })
      await s.server.settle()
      return [(await s.line(occurrenceId, s.studentId)).state, ...(await todo(s.me))]
    }
    expect([await say(false), await say(true)]).toEqual([
      ['excused', 'cancelled'],
      ['pending', 'open'],
    ])
    const goer = s.pupil(5)
    await s.db.emit('student.statusChanged', { studentId: goer.id, to: 'suspended' })
    await s.server.settle()
    expect([(await s.line(occurrenceId, goer.id)).state, ...(await todo(goer.actor))]).toEqual(['excused', 'cancelled'])
    expect(await todo(s.pupil(4).actor)).toEqual(['open'])
  })
})

describe('a standing task', () => {
  it('20-SA1 has its dates a week ahead, opens each at its time, and a changed calendar makes them anew', async () => {
    const from = `${addDays(s.monday, -14)}T00:00:00+08:00`
    const draft = s.located({ repeat: 'weekly', weekdays: [1, 2, 3, 4, 5], openTime: '07:00', closeTime: '07:30', beginTime: from, endTime: hoursFromNow(24 * 30) })
    const { id } = await s.published(draft)
    const dates = () => s.db.unscoped(signOccurrence).all({ taskId: id, state: 'planned' }, { sort: ['date'] }) // see above
    const planned = await dates()
    expect(planned.length).toBeGreaterThanOrEqual(4)
    expect(planned.length).toBeLessThanOrEqual(6)
    await Promise.all([tick(s.db), tick(s.db)])
    expect((await dates()).map(d => d.date)).toEqual(planned.map(d => d.date))
    await s.db.emit('campus.calendarChanged', { dates: [] })
    await s.server.settle()
    await tick(s.db)
    expect((await dates()).map(d => d.date)).toEqual(planned.map(d => d.date))
    const [next] = await dates()
    await tick(s.db, new Date(next?.opensAt ?? ''))
    expect(await s.db.unscoped(signOccurrence).one(next?.id ?? '')).toMatchObject({ state: 'open', snapshotCount: 7 }) // see above
    await s.act('signTask/cancel', { id, reason: '不再需要' })
    expect(await dates()).toEqual([])
  })
  it('is made by other modules for what is theirs, once for each source, by people and by the program', async () => {
    const { db } = s
    const ctx = { db, me: db.me, lang: 'zh-cn' as const, ip: '', traceId: '' }
    const draft = {
      name: '技能节',
      beginTime: hoursFromNow(-0.01),
      endTime: hoursFromNow(1),
      audience: { classIds: [s.ids.s2301] },
      ways: ['qr' as const],
      sourceType: 'activity',
      sourceId: randomUUID(),
    }
    const made = await db.tx(inside => signTaskFor({ ...ctx, db: inside }, draft))
    expect(await db.tx(inside => signTaskFor({ ...ctx, db: inside }, draft))).toBe(made)
    expect(await db.unscoped(signOccurrence).all({ taskId: made })).toMatchObject([{ state: 'open', snapshotCount: 7 }]) // see above
  })
  it('refuses what cannot be: nobody, a fence too small, no weekday, no term to end in, changes of what was told', async () => {
    const add = async (more: Record<string, unknown>) => ruleOf(await s.fdy.post('signIn/signTask/add', s.located(more)))
    const daily = { repeat: 'daily', openTime: '07:00', closeTime: '07:30' }
    expect(await add({ fences: [{ kind: 'circle', ...CAMPUS, radius: 49, system: 'wgs84' }] })).toBe('fenceSmall')
    expect(await add({ fences: [] })).toBe('needsFence')
    expect(await add({ ...daily, closeTime: '07:00' })).toBe('closeTime')
    expect(await add({ ...daily, repeat: 'weekly', endTime: hoursFromNow(100) })).toBe('weekdays')
    expect(await add({ ...daily, endTime: hoursFromNow(24 * 200) })).toBe('beyondTerm')
    await expect(s.published(s.located({ audience: { classIds: [s.ids.a2301] } }))).rejects.toThrow('没有在校学生')
    const { id } = await s.published(s.located())
    const { version } = await s.db.unscoped(signTask).one(id) // see above
    expect(ruleOf(await s.fdy.post('signIn/signTask/update', { id, version, ways: ['qr'] }))).toBe('settled')
  })
  it('20-SA14 tells what a date came to once it is settled, and again when a line changes after that', async () => {
    const { occurrenceId } = await s.quick()
    await s.act('signOccurrence/close', { occurrenceId, reason: '到点了' })
    await s.shift(occurrenceId, -25 * 60)
    await s.db.query(
      sql`update sign_task t set counts_for_evidence = true from sign_occurrence o where o.tenant_id = ${s.tenantId} and o.id = ${occurrenceId} and t.tenant_id = o.tenant_id and t.id = o.task_id`,
    )
    const heard: Array<Record<string, unknown>> = []
    const listener = {
      kind: 'listener' as const,
      events: ['signIn.occurrenceSettled'],
      name: 'test.settled',
      run: async (_ctx: unknown, payloads: ReadonlyArray<Record<string, unknown>>) => void heard.push(...payloads),
    }
    ;(s.server.core.registry.listeners as Map<string, readonly unknown[]>).set('signIn.occurrenceSettled', [listener])
    await tick(s.db)
    const { id } = await s.line(occurrenceId, s.pupil(4).id)
    await s.act('signLine/signByStaff', { ids: [id], note: '当时在场' })
    await s.server.settle()
    const own = heard.filter(h => h.occurrenceId === occurrenceId)
    expect(own).toMatchObject([
      { isRepeat: false, countsForEvidence: true, kind: 'meeting', name: expect.any(String), teacherId: s.ids.lin, opensAt: expect.any(String), lines: { absent: 7 } },
      { isRepeat: true, lines: { absent: 6, madeUp: 1 } },
    ])
  })
})
describe('a change of the calendar', () => {
  it('30-BC4 names the sign-ins and the leaves of its days before it is saved', async () => {
    const day = s.monday
    const name = `早签到${randomUUID()}`
    await s.published({
      name,
      beginTime: hoursFromNow(0.1),
      endTime: hoursFromNow(24 * 30),
      repeat: 'daily',
      openTime: '07:00',
      closeTime: '07:30',
      ways: ['number'],
      audience: { classIds: [s.ids.s2301] },
    })
    const away = await applied(s, leaveForm(s, day, addDays(day, 1)))
    const preview = await s.officer.post<{ effects: Array<{ date: string; label: string; name: string }> }>('base/schoolCalendarItem/previewChange', {
      days: [{ date: day, dayType: 'holiday', name: '校庆' }],
    })
    expect(preview.data.effects).toContainEqual({ date: day, label: '签到任务', name })
    const { leaveNo } = await s.row(away.id)
    expect(preview.data.effects.find(e => e.label === '请假')?.name).toContain(leaveNo)
  })
})
