import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { commit, settled, sheet, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { day, rulesOf } from '../places/testing.ts'
import { livingIn, type StaySchool, staySchool } from '../stays/testing.ts'
import { nightsOfMonth, takeTurns } from './model/duty-rotation.ts'
import { nightDuty, type onDuty } from './model/night-duty.ts'
import { tonight } from './server/confirm-presence.ts'
import { remindDuty } from './server/duty.ts'
import { escalate } from './server/escalate.ts'

let s: StaySchool
let told: (event: string, to?: string) => Promise<SentNotification[]>
let girls: Array<{ id: string; studentNo: string }>
const MINUTE = 60_000
/** 林知夏 is a counsellor, 何文博 and 石磊 manage buildings: each is on duty here for the college or the school. */
let shi: { teacherId: string; userId: string }
const add = (more: Record<string, unknown>, who: Actor = s.officer) => who.post<{ id: string }>('dorm/nightDuty/add', { nightDate: tonight(), ...more })
const fill = (more: Record<string, unknown>, who: Actor = s.officer) => who.post<{ nights: number; kept: number }>('dorm/nightDuty/fill', more)
const duties = () => s.db.unscoped(nightDuty).all({}, { sort: ['nightDate'] })

beforeAll(async () => {
  s = await staySchool()
  told = captureNotifications(s.server)
  girls = await s.students(2)
  for (const [n, g] of girls.entries()) await livingIn(s, g, s.beds.women[n] ?? '')
  const [row] = await s.db.query<{ id: string }>(sql`select id from teacher where tenant_id = ${s.tenantId} and name = '石磊'`)
  shi = { teacherId: row?.id ?? '', userId: s.other.userId }
})
afterAll(() => s.close())

/** An unhandled case of tonight, this old. */
async function caseOf(student: string, minutes: number): Promise<void> {
  await s.db.query(sql`insert into night_line (tenant_id, night_date, student_id, department_id, class_id, bed_id, room_id, floor_id, dorm_id, expected, result, opened_at, handled_state)
    select tenant_id, ${tonight()}::date, student_id, department_id, class_id, bed_id, room_id, floor_id, dorm_id, 'expected', 'absent', ${new Date(Date.now() - minutes * MINUTE).toISOString()}, 'open'
    from dorm_stay where tenant_id = ${s.tenantId} and student_id = ${student}`)
}

describe('the roster of nights', () => {
  it('20-DN5 takes people in turn, a night each, and leaves nights alone that have somebody', () => {
    expect(nightsOfMonth('2028-02')).toHaveLength(29)
    expect([nightsOfMonth('2026-13'), nightsOfMonth('26-1')]).toEqual([undefined, undefined])
    expect(takeTurns(['a', 'b', 'c', 'd'], new Set(['b']), ['x', 'y'])).toEqual([
      { nightDate: 'a', teacherId: 'x' },
      { nightDate: 'c', teacherId: 'y' },
      { nightDate: 'd', teacherId: 'x' },
    ])
  })
  it('20-DN5 is entered by the school and by a college for its own; nights that are over stay as they were, and whoever has no account is nobody to call', async () => {
    const college = { departmentId: s.ids.info, teacherId: s.ids.lin }
    expect((await add(college, s.college)).code).toBe(200)
    expect((await add({ teacherId: shi.teacherId }, s.college)).code).not.toBe(200)
    expect((await add({ teacherId: shi.teacherId }, s.fdy)).code).toBe(403)
    expect((await add({ teacherId: shi.teacherId, phone: '0851-88301000' })).code).toBe(200)
    expect((await add({ teacherId: shi.teacherId })).code).not.toBe(200)
    expect(rulesOf(await add({ nightDate: addDays(tonight(), -1), teacherId: shi.teacherId }))).toEqual(['over'])
    await s.db.query(sql`update sys_user set status = 'disabled' where id = ${shi.userId}`)
    expect(rulesOf(await add({ nightDate: day(9), teacherId: shi.teacherId }))).toEqual(['noAccount'])
    await s.db.query(sql`update sys_user set status = 'enabled' where id = ${shi.userId}`)
    await s.db.query(sql`update night_duty set night_date = ${day(-3)}::date where tenant_id = ${s.tenantId} and department_id is null`)
    const [old] = await s.db.unscoped(nightDuty).all({ nightDate: day(-3) })
    expect((await s.officer.post('dorm/nightDuty/remove', { ids: [old?.id] })).data).toMatchObject({ done: 0, failed: [{ msg: expect.stringContaining('已经过去') }] })
    expect(await s.db.unscoped(nightDuty).count({ id: old?.id ?? '' })).toBe(1)
    await s.db.query(sql`update night_duty set night_date = ${tonight()}::date where tenant_id = ${s.tenantId} and department_id is null`)
    expect((await s.college.get<{ result: unknown[] }>('dorm/nightDuty/list')).data.result).toHaveLength(1)
    // lobby television: the school's number of tonight, no name
    expect((await s.anonymous.get<{ phones: unknown }>('screen/wall/lobby')).data.phones).toEqual([{ title: '夜间值班电话', phone: '0851-88301000' }])
  })
  it('20-DN5 calls whoever is on duty of the college after one hour and of the school after two, and nobody else of either', async () => {
    await caseOf(girls[0]?.id ?? '', 61)
    await s.db.tx(db => escalate(db))
    expect((await told('dormitory.nightEscalated')).map(h => h.to)).toEqual([[s.fdy.userId]])
    expect((await told('dormitory.nightEscalated', s.college.userId)).length).toBe(0)
    await s.db.tx(db => escalate(db, Date.now() + 60 * MINUTE))
    expect((await told('dormitory.nightEscalated')).map(h => [h.to, h.values?.minutes])).toEqual([
      [[s.fdy.userId], 60],
      [[shi.userId], 120],
    ])
  })
  it('20-DN5 where nobody is put down for a night, all who answer for college and school hear', async () => {
    await s.db.query(sql`delete from night_duty where tenant_id = ${s.tenantId}`)
    await caseOf(girls[1]?.id ?? '', 121)
    await s.db.tx(db => escalate(db))
    const last = (await told('dormitory.nightEscalated')).slice(2)
    expect(last.map(h => h.to[0])).toEqual(expect.arrayContaining([s.college.userId, s.officer.userId]))
    expect(last.some(h => h.to.includes(shi.userId))).toBe(false)
  })
  it('fills what is left of a month, for the own college only', async () => {
    const month = `${Number(day(0).slice(0, 4)) + 1}-02`
    expect(rulesOf(await fill({ month: '2020-01', teacherIds: [s.ids.lin] }))).toEqual(['past'])
    expect(rulesOf(await fill({ month: '2026-1', teacherIds: [s.ids.lin] }))).not.toEqual([])
    expect(rulesOf(await fill({ month, teacherIds: [s.ids.lin] }, s.college))).toEqual(['outside'])
    expect(await duties()).toEqual([])
    const nights = nightsOfMonth(month)?.length ?? 0
    await add({ nightDate: `${month}-02`, departmentId: s.ids.info, teacherId: shi.teacherId })
    expect((await fill({ month, departmentId: s.ids.info, teacherIds: [s.ids.lin, s.ids.he] }, s.college)).data).toEqual({ nights: nights - 1, kept: 1 })
    expect((await duties()).slice(0, 3).map(d => d.teacherId)).toEqual([s.ids.lin, shi.teacherId, s.ids.he])
    expect((await fill({ month, departmentId: s.ids.info, teacherIds: [s.ids.lin] })).data).toEqual({ nights: 0, kept: nights })
  })
  it('comes from a sheet, too', async () => {
    const [row] = await s.db.query<{ staffNo: string; code: string }>(
      sql`select t.staff_no as "staffNo", d.code from teacher t join department d on d.tenant_id = t.tenant_id and d.id = ${s.ids.info} where t.id = ${s.ids.lin}`,
    )
    const file = await sheet(
      ['日期', '学院', '值班人', '值班电话'],
      [
        [day(20), row?.code ?? '', row?.staffNo ?? '', '0851-88301000'],
        [day(21), '', row?.staffNo ?? '', ''],
      ],
    )
    const send = async () => settled(s.officer, (await upload<{ jobId: string }>(s.officer, 'dorm/nightDuty/import', file, '值班.xlsx')).data.jobId)
    const job = await send()
    expect(job.errors).toEqual([])
    await commit(s.officer, job)
    expect((await s.db.unscoped(nightDuty).all({ nightDate: [day(20), day(21)] }, { sort: ['nightDate'] })).map(d => d.departmentId)).toEqual([s.ids.info, null])
    expect((await send()).unchanged).toBe(2)
  })
  it('20-DN5 is shown to whoever watches the night, and told to who is on duty in the afternoon', async () => {
    await add({ teacherId: shi.teacherId, phone: '0851-88301000' })
    await add({ departmentId: s.ids.info, teacherId: s.ids.lin })
    const shown = async (who: Actor) => (await who.get<Array<OutputOf<typeof onDuty>>>('dorm/nightDuty/onDuty', {})).data.map(d => [d.place === null, d.phone])
    expect(await shown(s.fdy)).toEqual([
      [true, '0851-88301000'],
      [false, null],
    ])
    expect((await shown(s.officer)).length).toBe(2)
    expect((await shown(s.manager)).map(([isSchool]) => isSchool)).toContain(true)
    expect(await s.db.tx(db => remindDuty(db))).toBe(2)
    expect((await told('dormitory.nightDuty')).map(h => h.to[0]).sort()).toEqual([shi.userId, s.fdy.userId].sort())
  })
})

it('10-P4 a night on duty stands in the schedule of whoever has it, read-only, as long as it is planned', async () => {
  const nightDate = day(200)
  const { id } = (await add({ nightDate, teacherId: shi.teacherId })).data
  const seen = async () =>
    (await s.other.get<Array<{ title: string; kind: string; source: string; isOwn: boolean; begin: string }>>('base/scheduleEvent/range', { from: nightDate, to: nightDate })).data
  expect(await seen()).toMatchObject([{ title: '夜间值班', kind: 'duty', source: 'business', isOwn: false }])
  await s.officer.post('dorm/nightDuty/remove', { ids: id })
  expect(await seen()).toEqual([])
})
