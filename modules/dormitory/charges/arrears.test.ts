import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { addRegistration } from '#testing/registrations.ts'
import { commit, settled, sheet, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { feeSides } from '../places/server/fees.ts'
import { day, rulesOf } from '../places/testing.ts'
import { openPoints } from '../stays/server/points.ts'
import { type StaySchool, staySchool } from '../stays/testing.ts'
import { houseAll } from '../stays/testing-residents.ts'
import type { arrearsFigures, explainCharge, myBills, previewRun } from './model/actions.ts'
import { lodgingCharge } from './model/lodging-charge.ts'
import { type FeeLedger, feeLedgers, type LineStanding, type LodgingLine } from './server/fee-ledger.ts'
import { remindDue } from './server/reminders.ts'

type Person = { id: string; studentNo: string; actor: Actor }
const XN = schoolYearOf(day(0))
const START = `${XN.slice(0, 4)}-09-01`
let s: StaySchool
let finance: Actor
let told: (event: string) => Promise<SentNotification[]>
let girls: Person[]
/** Months used, as passed to the fee module. */
let used: unknown[]
let stays: Array<{ id: string; studentId: string; bedId: string; roomId: string }>

/** A fake fee ledger: idempotent by source. */
function ledgerOf() {
  const handed = new Map<string, LodgingLine & { id: string }>()
  const standing = new Map<string, LineStanding>()
  const ledger: FeeLedger = {
    async handIn(db, lines) {
      const ids = await db.query<{ id: string }>(sql`select uuidv7() as id from generate_series(1, ${lines.length})`)
      for (const [n, line] of lines.entries()) {
        const key = `${line.sourceId} ${line.sourceSeq}`
        handed.set(key, { ...line, id: handed.get(key)?.id ?? ids[n]?.id ?? '' })
      }
      return new Map(lines.map(l => [l.sourceId, handed.get(`${l.sourceId} ${l.sourceSeq}`)?.id ?? '']))
    },
    standingOf: async (_db, ids) => ids.flatMap(id => standing.get(id) ?? []),
  }
  return { ledger, handed, standing }
}
const run = (who = finance, xn = XN) => who.post<{ fresh: number; changed: number; total: number; handedIn: number }>('dorm/lodgingCharge/run', { xn, dueOn: addDays(START, 29) })
const charges = () => s.db.unscoped(lodgingCharge).all()
const chargeOf = async (who: { id: string }) => (await charges()).filter(c => c.studentId === who.id)

beforeAll(async () => {
  s = await staySchool()
  told = captureNotifications(s.server)
  used = captureEvents(s.server, 'dormitory.lodgingUsed')
  finance = await s.as({ roles: ['finance'], nickName: '财务处' })
  const made = await s.students(5)
  girls = await Promise.all(made.map(async g => ({ ...g, actor: await s.self(g.id) })))
  await houseAll(
    s,
    girls.map(g => g.id),
    s.beds.women,
    START,
  )
  stays = await s.db.query(sql`select id, student_id as "studentId", bed_id as "bedId", room_id as "roomId" from dorm_stay where tenant_id = ${s.tenantId}`)
})
let without = () => {}
afterEach(() => without())
afterAll(() => s.close())
const girl = (n: number): Person => girls[n] as Person

describe('a year of lodging', () => {
  it('is charged in rooms with a standard only; the others are listed before the run', async () => {
    const preview = async () => (await finance.get<OutputOf<typeof previewRun>>('dorm/lodgingCharge/preview', { xn: XN })).data
    expect(await preview()).toMatchObject({ students: 0, unpriced: 5, rooms: [expect.stringContaining('101'), expect.stringContaining('102')] })
    expect(rulesOf(await run())).toEqual(['unpriced'])
    addRegistration(s.server.core.registry, feeSides, {
      prices: async (_db, rooms, xn) => new Map(xn === XN ? rooms.map(r => [r, 120_001]) : []),
      standing: async () => new Map(),
    })
    expect(await preview()).toMatchObject({ students: 5, charges: 5, fresh: 5, changed: 0, total: 600_005, unpriced: 0 })
  })
  it('20-DF2 run twice at once charges each stay once, and the total is the sum of the stays', async () => {
    const answers = await Promise.all([run(), run()])
    expect(answers.map(a => [a.code, a.data.total])).toEqual([
      [200, 600_005],
      [200, 600_005],
    ])
    expect(answers.map(a => a.data.fresh).sort()).toEqual([0, 5])
    const rows = await charges()
    expect([rows.length, rows.reduce((sum, c) => sum + c.due, 0)]).toEqual([5, 600_005])
    const again = { ...rows[0], id: undefined, createdAt: undefined, updatedAt: undefined, version: undefined }
    await expect(s.db.insert(lodgingCharge, again as never)).rejects.toThrow()
    expect((await run()).data).toMatchObject({ fresh: 0, changed: 0 })
  })
  it('20-DF1 puts right what a move changed: two stays share the months, and the year costs no more than it did', async () => {
    const own = stays.find(x => x.studentId === girl(0).id)
    const moved = `${XN.slice(0, 4)}-10-10`
    await s.db.query(sql`update dorm_stay set state = 'checkedOut', is_open = false, check_out_at = ${moved}::date, check_out_reason = 'change' where id = ${own?.id}`)
    await houseAll(s, [girl(0).id], s.beds.women.slice(10), moved)
    expect((await run()).data).toMatchObject({ fresh: 1, changed: 1, total: 600_005 })
    const months = (await chargeOf(girl(0))).map(c => c.months).sort((a, b) => a - b)
    expect(months).toEqual([1, 9])
  })
  it('a stay nobody has lived in for fifteen nights of any month owes nothing any more', async () => {
    const own = stays.find(x => x.studentId === girl(4).id)
    await s.db.query(
      sql`update dorm_stay set state = 'checkedOut', is_open = false, check_out_at = ${addDays(START, 5)}::date, check_out_reason = 'cancelled' where id = ${own?.id}`,
    )
    expect((await run()).data).toMatchObject({ fresh: 0, changed: 1 })
    expect(await chargeOf(girl(4))).toMatchObject([{ months: 0, due: 0, owed: 0 }])
  })
  it('20-DF7 tells the months used when somebody leaves', async () => {
    const own = stays.find(x => x.studentId === girl(3).id)
    const out = `${Number(XN.slice(5))}-01-20`
    await s.db.query(sql`update dorm_stay set planned_out = ${out}::date where id = ${own?.id}`)
    await s.db.emit('dormitory.stayEnded', { studentId: girl(3).id, stayId: own?.id, bedId: own?.bedId, reason: 'withdraw', on: day(0) })
    await s.server.settle()
    expect(used).toMatchObject([{ xn: XN, months: 5, used: 60_001 }])
    await s.db.query(sql`update dorm_stay set planned_out = null where id = ${own?.id}`)
  })
})

describe('who owes what', () => {
  it('20-DF3 deferred is no arrears and is not reminded of; what was adjusted is handed in anew under the same source', async () => {
    const { ledger, handed, standing } = ledgerOf()
    expect(rulesOf(await finance.post('dorm/lodgingCharge/remind', { ids: [(await chargeOf(girl(1)))[0]?.id] }))).toEqual(['noLedger'])
    without = addRegistration(s.server.core.registry, feeLedgers, ledger)
    const answer = await run()
    expect([answer.data.handedIn, handed.size]).toEqual([6, 6])
    const [one, two] = [(await chargeOf(girl(1)))[0], (await chargeOf(girl(2)))[0]]
    standing.set(one?.billLineId ?? '', { billLineId: one?.billLineId ?? '', paid: 20_001, deferred: 0, deferredUntil: null })
    standing.set(two?.billLineId ?? '', { billLineId: two?.billLineId ?? '', paid: 0, deferred: 120_001, deferredUntil: day(60) })
    for (const studentId of [girl(1).id, girl(2).id]) await s.db.emit('fee.arrearsChanged', { studentId, lineIds: [], days: 3 })
    await s.server.settle()
    expect((await chargeOf(girl(1)))[0]).toMatchObject({ paid: 20_001, owed: 100_000 })
    expect((await chargeOf(girl(2)))[0]).toMatchObject({ deferred: 120_001, owed: 0 })
    const ids = [one?.id, two?.id]
    expect((await finance.post('dorm/lodgingCharge/remind', { ids })).data).toEqual({ told: 1, skipped: 1 })
    expect((await told('dormitory.lodgingOverdue')).map(h => [h.to, h.values?.owed])).toEqual([[[girl(1).actor.userId], '1,000.00']])
    expect((await finance.post('dorm/lodgingCharge/adjust', { id: one?.id, adjust: -30_000, reason: '减免三个月' })).code).toBe(200)
    expect(handed.get(`${one?.stayId} ${XN}`)?.amount).toBe(90_001)
    expect(rulesOf(await finance.post('dorm/lodgingCharge/adjust', { id: one?.id, adjust: -130_000, reason: '错' }))).toEqual(['below'])
    expect((await chargeOf(girl(1)))[0]?.owed).toBe(70_000)
  })
  it('20-DF4 reminds by the clock on its days, each student alone, once a day', async () => {
    await s.db.query(sql`update lodging_charge set due_on = ${day(7)}::date, reminded_on = null where tenant_id = ${s.tenantId}`)
    await s.db.query(sql`update lodging_charge set due_on = ${day(6)}::date where tenant_id = ${s.tenantId} and student_id = ${girl(3).id}`)
    const owing = (await charges()).filter(c => c.owed > 0 && c.studentId !== girl(3).id).length
    expect([await remindDue(s.db), await remindDue(s.db)]).toEqual([owing, 0])
    expect((await told('dormitory.lodgingDue')).every(h => h.to.length === 1)).toBe(true)
    await s.db.query(sql`update lodging_charge set due_on = ${day(-20)}::date where tenant_id = ${s.tenantId}`)
  })
  it('20-DF4 reminds nobody whose account is past its last day, and says so to whoever presses', async () => {
    const ids = [(await chargeOf(girl(1)))[0]?.id]
    const until = (date: string | null) => s.db.query(sql`update sys_user set valid_until = ${date}::date where tenant_id = ${s.tenantId} and student_id = ${girl(1).id}`)
    await s.db.query(sql`update lodging_charge set reminded_on = null where tenant_id = ${s.tenantId}`)
    await until(day(-1))
    expect((await finance.post('dorm/lodgingCharge/remind', { ids })).data).toEqual({ told: 0, skipped: 1 })
    await until(day(0))
    expect((await finance.post('dorm/lodgingCharge/remind', { ids })).data).toEqual({ told: 1, skipped: 0 })
    await until(null)
  })
  it('20-DR4 what is overdue by the ledger is a point of the check-out list', async () => {
    const leaving = stays.map(x => ({ stayId: x.id, studentId: x.studentId, roomId: x.roomId }))
    const open = await openPoints(s.db, leaving)
    const owing = leaving.filter(l => open.get(l.stayId)?.some(d => d.code === 'lodging')).map(l => l.studentId)
    expect(owing.sort()).toEqual([0, 1, 3].map(n => girl(n).id).sort())
  })
  it('is seen by whoever counsels the student and by the student, with every month and its room', async () => {
    const list = async (who: Actor) => (await who.get<{ result: unknown[] }>('dorm/lodgingCharge/list')).data.result.length
    expect([await list(s.fdy), await list(s.college), await list(finance)]).toEqual([6, 6, 6])
    expect((await s.manager.get('dorm/lodgingCharge/list')).code).toBe(403)
    const mine = (await girl(1).actor.get<OutputOf<typeof myBills>>('dorm/lodgingCharge/mine')).data
    expect(mine.bills).toMatchObject([{ due: 120_001, adjust: -30_000, owed: 70_000, isKnown: true }])
    expect(mine.bills[0]?.detail.map(m => m?.amount)).toEqual([...Array.from({ length: 9 }, () => 12_000), 12_001])
    const explained = (await s.fdy.get<OutputOf<typeof explainCharge>>('dorm/lodgingCharge/explain', { id: mine.bills[0]?.id })).data
    expect([explained.perYear, explained.minNights, explained.months.length]).toEqual([10, 15, 10])
    expect((await s.fdy.get<OutputOf<typeof arrearsFigures>>('dorm/lodgingCharge/figures')).data).toMatchObject({ owing: 4, deferred: 1, xns: [XN] })
  })
})

describe('meters', () => {
  const room = () => stays.find(x => x.studentId === girl(1).id)?.roomId ?? ''
  const read = (more: Record<string, unknown> = {}, who: Actor = s.manager) =>
    who.post<{ id: string }>('dorm/roomUtility/add', {
      roomId: room(),
      kind: 'electric',
      reading: 120.5,
      amount: 3000,
      balance: 5000,
      readAt: `${day(-3)}T08:00:00+08:00`,
      ...more,
    })
  it('20-DF6 share what was used equally and warn everybody who lives there when the balance runs out', async () => {
    expect((await read()).code).toBe(200)
    expect(await told('dormitory.utilityLow')).toEqual([])
    expect(rulesOf(await read({ reading: 120.4, readAt: `${day(-2)}T08:00:00+08:00` }))).toEqual(['below'])
    expect(rulesOf(await read())).toEqual(['twice'])
    expect(rulesOf(await read({ readAt: `${day(2)}T08:00:00+08:00` }))).toEqual(['future'])
    expect((await read({}, s.other)).code).not.toBe(200)
    expect((await read({ reading: 150, amount: 3001, balance: 999, readAt: `${day(-1)}T08:00:00+08:00` })).code).toBe(200)
    const [heard] = await told('dormitory.utilityLow')
    expect([[...(heard?.to ?? [])].sort(), heard?.values?.share]).toEqual([[1, 2, 3].map(n => girl(n).actor.userId).sort(), '10.00'])
    const meters = (await girl(2).actor.get<OutputOf<typeof myBills>>('dorm/lodgingCharge/mine')).data.meters
    expect(meters).toMatchObject([{ kind: 'electric', balance: 999, share: 1000, sharers: 3, isLow: true }])
  })
  it('come from a sheet: a reading below the last refuses all of it, a good one is shared out', async () => {
    const [place] = await s.db.query<{ fullName: string }>(sql`select full_name as "fullName" from dorm_room where id = ${room()}`)
    const rows = (reading: number) =>
      sheet(
        ['房间', '类别', '读数', '本期费用', '余额', '抄表时间'],
        [
          [place?.fullName ?? '', '电', reading, 12, 50, `${day(-1)} 09:00`],
          [place?.fullName ?? '', '水', 30, 6, 20, `${day(-1)} 09:00`],
        ],
      )
    const send = async (reading: number) => {
      const answer = await upload<{ jobId: string }>(s.officer, 'dorm/roomUtility/import', await rows(reading), '水电.xlsx')
      return settled(s.officer, answer.data.jobId)
    }
    expect((await send(149)).errors.map(e => e.rule.split('.').at(-1))).toEqual(['below'])
    await commit(s.officer, await send(160))
    expect(
      await s.db.query(
        sql`select kind, sharers, share::int from room_utility where tenant_id = ${s.tenantId} and read_at > (${day(-1)}::date + time '08:00') at time zone 'Asia/Shanghai' order by kind`,
      ),
    ).toEqual([
      { kind: 'electric', sharers: 3, share: 400 },
      { kind: 'water', sharers: 3, share: 200 },
    ])
  })
})
