import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { today } from '#server/base/today.ts'
import type { Listener } from '#server/context.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { sql as asOwner } from '#testing/database.ts'
import { askedOn, termAround } from '#testing/questions.ts'
import type { Actor } from '#testing/school.ts'
import { applied, approveAs, approved, type Card, day, decideAs, proofOf, rulesOf, type StandingSchool, standingSchool, suspension, timelineOf } from '../testing.ts'
import { statusChange } from './model/status-change.ts'
import { effectDue, watchPeriods } from './server/jobs.ts'

let s: StandingSchool
beforeAll(async () => {
  s = await standingSchool()
})
afterAll(() => s.close())
const back = async (who: Actor) => ({ typeId: s.types.resumption as string, reasonCode: '24', effectiveDate: today(), toClassId: s.ids.s2401, proofs: await proofOf(who) })
const due = () => effectDue(s.db, day(400))

describe('30-SC2 the consequence sheet', () => {
  it('is computed before the decision, shown to who decides, and kept as it was decided on', async () => {
    const { id, actor } = await s.pupil()
    await s.db.update(stuClass, s.ids.s2301, { monitorId: id })
    const { id: changeId, instanceId } = await applied(actor, await suspension(s, actor, { effectiveDate: day(4) }))
    const card = async () => (await s.fdy.get<Card>('standing/statusChange/card', { id: changeId })).data
    expect((await card()).consequences).toEqual([{ label: '班长空缺', value: '软件2301', needsCare: true }])
    for (const by of [s.fdy, s.college, s.officer]) await approveAs(by, instanceId)
    await s.db.update(stuClass, s.ids.s2301, { monitorId: null })
    expect(await card()).toMatchObject({ effectState: 'scheduled', consequences: [{ label: '班长空缺' }] })
    expect((await s.leader.get('standing/statusChange/card', { id: changeId })).code).not.toBe(200)
  })
})
describe('who changed state', () => {
  it('60-ST1 counts from the day of the effect on', async () => {
    await termAround(s)
    const figures = async () => (await askedOn(s, 'standing.changed', [day(-1), today()])).map(f => [f.changed, f.suspended])
    const [yesterday, [changed, suspended] = []] = await figures()
    const { actor } = await s.pupil()
    await approved(s, actor, await suspension(s, actor))
    expect(await figures()).toEqual([yesterday, [Number(changed) + 1, Number(suspended) + 1]])
  })
})
describe('30-SC3 the effect', () => {
  it('comes with the decision, or on its day: status, spans and events together', async () => {
    const heard = captureEvents(s.server, 'student.statusChanged', 'student.classChanged')
    const now = await s.pupil()
    const row = await approved(s, now.actor, await suspension(s, now.actor))
    expect(row).toMatchObject({ state: 'approved', effectState: 'effective', period: 'running', nationalSync: 'todo', fromStatus: 'active', toStatus: 'suspended' })
    expect(await s.record(now.id)).toMatchObject({ status: 'suspended', statusUntil: day(150) })
    const later = await s.pupil()
    const planned = await approved(s, later.actor, await suspension(s, later.actor, { effectiveDate: day(3) }))
    expect([planned.effectState, (await s.record(later.id)).status]).toEqual(['scheduled', 'active'])
    expect(await effectDue(s.db)).toBe(0)
    await due()
    expect((await s.change(planned.id)).effectState).toBe('effective')
    expect((await timelineOf(s, later.id))[0]).toMatchObject({ status: 'suspended', from: day(3) })
    await s.server.settle()
    expect(heard.filter(h => h.studentId === later.id)).toMatchObject([{ from: 'active', to: 'suspended', effectiveDate: day(3), changeId: planned.id, reversed: false }])
  })
  it('happens once under two runs at once', async () => {
    const heard = captureEvents(s.server, 'student.statusChanged')
    const { id, actor } = await s.pupil()
    await approved(s, actor, await suspension(s, actor, { effectiveDate: day(2) }))
    await Promise.all([due(), due(), due()])
    await s.server.settle()
    expect(heard.filter(h => h.studentId === id)).toHaveLength(1)
    expect(await s.db.query(sql`select from class_history where student_id = ${id} and status = 'suspended'`)).toHaveLength(1)
  })
  it('stands while a listener fails: what follows elsewhere is tried again and seen', async () => {
    const listeners = s.server.core.registry.listeners as Map<string, readonly Listener[]>
    const before = listeners.get('student.statusChanged') ?? []
    let calls = 0
    const failing: Listener = {
      kind: 'listener',
      events: ['student.statusChanged'],
      name: 'test.beds',
      run: async () => {
        calls++
        throw new Error('no beds at midnight')
      },
    }
    listeners.set('student.statusChanged', [failing])
    const { id, actor } = await s.pupil()
    await approved(s, actor, await suspension(s, actor))
    await s.server.settle()
    listeners.set('student.statusChanged', before)
    expect([(await s.record(id)).status, calls > 0]).toEqual(['suspended', true])
    const waiting = await s.db.query<{ error: string | null }>(
      sql`select d.error from outbox o join event_delivery d on d.event_id = o.id where o.event = 'student.statusChanged' and o.payload->>'studentId' = ${id}`,
    )
    expect(waiting).toEqual([{ error: expect.stringContaining('no beds at midnight') }])
  })
  it('that cannot come is told to the office and shown, and comes when its cause is gone', async () => {
    const told = captureNotifications(s.server)
    const { id, actor } = await s.pupil()
    const made = await approved(s, actor, { typeId: s.types.classChange as string, reasonCode: '15', effectiveDate: day(2), toClassId: s.ids.s2302 })
    await s.db.update(stuClass, s.ids.s2302, { state: 'ended' })
    await due()
    await due()
    expect(await s.change(made.id)).toMatchObject({ effectState: 'scheduled', problem: expect.stringContaining('已结束') })
    expect((await told('standing.stuck', s.officer.userId)).filter(h => h.bizId === made.id)).toHaveLength(1)
    await s.db.update(stuClass, s.ids.s2302, { state: 'active' })
    expect((await s.officer.post('standing/statusChange/retry', { id: made.id })).msg).toBe('成功')
    expect([(await s.record(id)).classId, (await s.change(made.id)).problem]).toEqual([s.ids.s2302, null])
  })
  it('of one row that fails keeps no other waiting; the run says what failed', async () => {
    const [broken, sound] = [await s.pupil(), await s.pupil()]
    const stuck = await approved(s, broken.actor, await suspension(s, broken.actor, { effectiveDate: day(1) }))
    await approved(s, sound.actor, await suspension(s, sound.actor, { effectiveDate: day(2) }))
    await asOwner(
      s.server.core.url,
      `create function break_effect() returns trigger language plpgsql as $$ begin raise exception 'no ink left'; end $$;
      create trigger break_effect before update on status_change for each row when (new.id = '${stuck.id}' and new.effect_state = 'effective') execute function break_effect()`,
    )
    await expect(due()).rejects.toThrow('no ink left')
    expect([(await s.record(sound.id)).status, (await s.change(stuck.id)).effectState]).toEqual(['suspended', 'scheduled'])
    await asOwner(s.server.core.url, 'drop function break_effect cascade')
    expect([await due(), (await s.change(stuck.id)).effectState]).toEqual([1, 'effective'])
  })
  it('ends what else is open for somebody who leaves, and a change that waits is cancelled before its day', async () => {
    const { id, actor } = await s.pupil()
    const waiting = await approved(s, actor, await suspension(s, actor, { effectiveDate: day(6) }))
    expect((await actor.post('standing/statusChange/cancel', { id: waiting.id, reason: '已康复' })).msg).toBe('成功')
    expect(await s.change(waiting.id)).toMatchObject({ state: 'cancelled', effectState: 'none', cancelReason: '已康复' })
    const transfer = await s.db.insert(statusChange, {
      ...{
        changeNo: `T${id.slice(-8)}`,
        studentId: id,
        typeId: s.types.majorTransfer as string,
        reasonCode: '23',
        effectiveDate: day(9),
        state: 'approved',
        effectState: 'scheduled',
      },
      isTransfer: true,
    })
    await s.officer.post('standing/statusChange/applyFor', { studentId: id, typeId: s.types.recordLoss, reasonCode: '99', effectiveDate: today(), docNo: '校学〔2026〕9号' })
    expect([(await s.record(id)).status, (await s.change(transfer.id)).state]).toEqual(['cancelled', 'cancelled'])
  })
})
describe('30-SC6 a reversal', () => {
  it('restores what stood, once, within the days for it, if nothing came later', async () => {
    const heard = captureEvents(s.server, 'student.statusChanged')
    const { id, actor } = await s.pupil()
    const made = await approved(s, actor, await suspension(s, actor))
    // the last day for it
    await s.db.update(statusChange, made.id, { effectiveAt: `${day(-7)}T10:00:00+08:00` })
    const reverse = (by: typeof s.officer, changeId = made.id) => by.post<{ id: string }>('standing/statusChange/reverse', { id: changeId, reason: '登记有误' })
    expect((await reverse(s.college)).code).not.toBe(200)
    const answers = await Promise.all([reverse(s.officer), reverse(s.officer)])
    expect(answers.map(a => a.code).filter(code => code === 200)).toHaveLength(1)
    const undone = answers.find(a => a.code === 200)?.data.id ?? ''
    expect(await s.record(id)).toMatchObject({ status: 'active', statusUntil: null, classId: s.ids.s2301 })
    expect([await s.change(made.id), await s.change(undone)]).toMatchObject([{ effectState: 'reversed' }, { reversesId: made.id, fromStatus: 'suspended', toStatus: 'active' }])
    expect(rulesOf(await reverse(s.officer, undone))).toEqual(['twice'])
    await s.server.settle()
    expect(heard.filter(h => h.studentId === id).map(h => [h.to, h.reversed])).toEqual([
      ['suspended', false],
      ['active', true],
    ])
  })
  it('is refused after its days, and after a later change', async () => {
    const { id, actor } = await s.pupil()
    const made = await approved(s, actor, await suspension(s, actor))
    await s.db.update(statusChange, made.id, { effectiveAt: `${day(-8)}T10:00:00+08:00` })
    const reverse = () => s.officer.post('standing/statusChange/reverse', { id: made.id, reason: '登记有误' })
    expect(rulesOf(await reverse())).toEqual(['undoOver'])
    await s.db.update(statusChange, made.id, { effectiveAt: `${day(-1)}T10:00:00+08:00` })
    await approved(s, actor, await back(actor))
    expect([(await s.record(id)).classId, rulesOf(await reverse())]).toEqual([s.ids.s2401, ['later']])
    expect(await s.change(made.id)).toMatchObject({ period: 'closed', endedOn: today() })
  })
})
describe('30-SC4 a period', () => {
  it('is reminded of 60, 30 and 7 days before its end, and listed after it unless a return was asked for', async () => {
    const told = captureNotifications(s.server)
    const { id, actor } = await s.pupil()
    const made = await approved(s, actor, await suspension(s, actor, { until: day(80) }))
    const reminded = async () => (await told('standing.periodEnds', actor.userId)).map(h => h.values?.days)
    for (const left of [70, 60, 59, 30, 20, 7, 1]) {
      await watchPeriods(s.db, day(80 - left))
      await watchPeriods(s.db, day(80 - left))
    }
    expect(await reminded()).toEqual([60, 30, 7])
    const asked = await applied(actor, await back(actor))
    await watchPeriods(s.db, day(81))
    expect((await s.change(made.id)).period).toBe('running')
    await actor.post('standing/statusChange/withdraw', { id: asked.id })
    await watchPeriods(s.db, day(81))
    expect((await s.change(made.id)).period).toBe('over')
    expect((await told('standing.periodOver', s.college.userId)).filter(h => h.bizId === made.id)).toHaveLength(1)
    const { data } = await s.fdy.get<{ result: Array<{ id: string }> }>('standing/statusChange/list', { period: 'over' })
    expect(data.result.map(r => r.id)).toEqual([made.id])
    // who is late cannot return by themselves any more
    await s.db.query(sql`update student set status_until = ${day(-1)} where id = ${id}`)
    const late = await actor.post('standing/statusChange/apply', await back(actor))
    expect(rulesOf(late)).toEqual(['periodOver'])
  })
  it('is off the list of those without an application as soon as one is made, and on it again when that is refused', async () => {
    const told = captureNotifications(s.server)
    const { id, actor } = await s.pupil()
    const made = await approved(s, actor, await suspension(s, actor))
    await s.db.update(statusChange, made.id, { until: day(-1) })
    const overdue = async () => {
      const { data } = await s.fdy.get<{ result: Array<{ id: string }> }>('standing/statusChange/list', { period: 'over', size: 100 })
      return data.result.some(row => row.id === made.id)
    }
    await watchPeriods(s.db)
    expect(await overdue()).toBe(true)
    const late = { ...(await back(s.college)), studentId: id }
    const asked = await s.college.post<{ instanceId: string }>('standing/statusChange/applyFor', late)
    expect([asked.msg, await overdue()]).toEqual(['成功', false])
    await watchPeriods(s.db)
    expect(await overdue()).toBe(false)
    await decideAs(s.fdy, asked.data.instanceId, 'reject', { opinion: '材料不全' })
    await watchPeriods(s.db)
    await watchPeriods(s.db)
    expect(await overdue()).toBe(true)
    expect((await told('standing.periodOver', s.college.userId)).filter(h => h.bizId === made.id)).toHaveLength(2)
    // one by a document takes effect later: until then nothing is asked for
    const planned = await s.officer.post('standing/statusChange/applyFor', {
      studentId: id,
      typeId: s.types.recordLoss,
      reasonCode: '99',
      effectiveDate: day(3),
      docNo: '校学〔2026〕10号',
    })
    expect([planned.msg, await overdue()]).toEqual(['成功', false])
  })
  it('30-SC5 of military service does not count as years of study', async () => {
    const { id, actor } = await s.pupil()
    const service = { changeNo: `T${id.slice(-8)}`, studentId: id, typeId: s.types.retention as string, reasonCode: '13', state: 'approved', effectState: 'effective' } as const
    const extend = { typeId: s.types.extension as string, reasonCode: '21', effectiveDate: today(), until: `${Number(today().slice(0, 4)) + 4}-08-01` }
    const problems = async () => (await actor.get<{ problems: Array<{ rule: string }> }>('standing/statusChange/preview', extend)).data.problems.map(p => p.rule)
    expect(await problems()).toEqual(['maxYears'])
    await s.db.insert(statusChange, { ...service, effectiveDate: day(-800), until: day(-70), endedOn: day(-70), effectiveAt: new Date().toISOString() })
    expect(await problems()).toEqual([])
  })
})
