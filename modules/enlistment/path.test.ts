import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { addMonths } from '#modules/campus/model/days.ts'
import { day, proofOf, rulesOf } from '#modules/standing/testing.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { today } from '#server/base/today.ts'
import { enlistRecord } from './model/record.ts'
import { returnsNear, writeLetters } from './server/jobs.ts'
import { type EnlistmentSchool, enlistmentSchool, enter, register, registered } from './testing.ts'

let s: EnlistmentSchool
beforeAll(async () => {
  s = await enlistmentSchool()
})
const messages = async (userId: string, title: string): Promise<number> => {
  await s.server.settle()
  const [row] = await s.db.query<{ n: number }>(
    sql`select count(*)::int as n from message m where m.tenant_id = ${s.db.me.tenantId} and m.recipient_id = ${userId} and m.title like ${`%${title}%`}`,
  )
  return row?.n ?? 0
}
describe('40 §7 a registration for service as an application', () => {
  expectApplication({ of: enlistRecord, path: 'enlistment/enlistRecord', taken: ['open'] }, () => ({
    db: s.db,
    applicants: async () => [(await s.pupil()).actor, (await s.pupil()).actor],
    form: () => ({ year: Number(today().slice(0, 4)) + 1, season: 'autumn', kind: 'conscript' }),
    approvers: [s.fdy, s.officer],
  }))
})
describe('the path through service', () => {
  it('40-E1 goes from registration to discharge, names missing papers, and proposes retention of the record', async () => {
    const who = await s.pupil()
    const row = await registered(s, who)
    expect(row).toMatchObject({ state: 'approved', stage: 'registered', registeredOn: today() })
    expect((await s.advance([row.id])).data).toEqual({ done: 1, skipped: [] })
    const stopped = (await s.advance([row.id])).data
    expect([stopped.done, stopped.skipped[0]?.why]).toEqual([0, '体检结论'])
    expect((await enter(s.officer, row.id, { examResult: 'unfit' })).code).toBe(200)
    expect((await s.advance([row.id])).data.skipped[0]?.why).toBe('体检不合格')
    await enter(s.officer, row.id, { examResult: 'fit', politicalReview: 'passed' })
    await s.advance([row.id])
    await s.advance([row.id])
    expect((await s.advance([row.id])).data.skipped[0]?.why).toBe('入伍通知书号、入伍通知书日期、入伍通知书')
    expect(rulesOf(await enter(s.officer, row.id, { noticeNo: 'RW9', noticeDate: day(1) }))).toContain('noticeFile')
    expect((await enter(s.officer, row.id, { noticeNo: 'RW9', noticeDate: today(), noticeFiles: await proofOf(s.officer) })).code).toBe(200)
    expect((await s.advance([row.id])).data.done).toBe(1)
    const serving = await s.rowOf(row.id)
    expect(serving).toMatchObject({ stage: 'enlisted', keepStatusUntil: addMonths(today(), 48) })
    await s.server.settle()
    const stated = await s.db.query(sql`select kind, occurred_on::text as day from evidence where student_id = ${who.id}`) // 50-EV1
    expect(stated).toEqual([{ kind: 'enlistment', day: today() }])
    const [todo] = await s.db.query<{ link: string }>(
      sql`select link from todo where tenant_id = ${s.db.me.tenantId} and biz_type = 'soldierChange' and biz_id = ${who.id} and user_id = ${s.officer.userId} and state = 'open'`,
    )
    const form = new URLSearchParams(todo?.link.split('?')[1])
    expect([form.get('propose'), form.get('typeId'), form.get('until')]).toEqual([who.id, s.types.retention, serving.keepStatusUntil])
    expect(rulesOf(await enter(s.officer, row.id, { dischargedOn: day(-1), dischargeFiles: await proofOf(s.officer) }))).toContain('dischargeEarly')
  })
  it('30-SC5 keeps the status until two years after the discharge', async () => {
    const who = await s.pupil()
    const row = await s.enlisted(who, { noticeDate: day(-800), registeredOn: day(-900) })
    const proofs = await proofOf(s.officer)
    const kept = await s.officer.post('standing/statusChange/applyFor', {
      ...{ studentId: who.id, typeId: s.types.retention, reasonCode: '13', reasonText: '应征入伍', effectiveDate: today(), until: day(700), proofs },
    })
    expect(kept.code).toBe(200)
    await s.db.query(sql`update status_change set state = 'approved', effect_state = 'scheduled' where student_id = ${who.id}`)
    const { effectDue } = await import('#modules/standing/changes/server/jobs.ts')
    await effectDue(s.db)
    expect((await s.record(who.id)).status).toBe('retained')
    expect((await enter(s.officer, row.id, { dischargedOn: day(-10), dischargeFiles: await proofOf(s.officer) })).code).toBe(200)
    expect((await s.advance([row.id])).data.done).toBe(1)
    await s.server.settle()
    const until = addMonths(day(-10), 24)
    expect(await s.rowOf(row.id)).toMatchObject({ stage: 'discharged', returnBy: until, keepStatusUntil: until })
    expect((await s.record(who.id)).statusUntil).toBe(until)
  })
  it('40-E1 reminds 180, 60 and 15 days before the last day of return, each once', async () => {
    const who = await s.pupil()
    const returnBy = day(170)
    await s.enlisted(who, { stage: 'discharged', noticeDate: '2022-09-10', dischargedOn: '2024-09-10', returnBy })
    const at = (date: string) => Date.parse(`${date}T08:00:00+08:00`)
    const told: number[] = []
    for (const date of [today(), day(1), day(115), day(116), day(160), day(171)]) told.push(await returnsNear(s.db, at(date)))
    expect(told).toEqual([1, 0, 1, 0, 1, 0])
    expect(await messages(who.actor.userId, '最晚')).toBeGreaterThan(0)
  })
  it('refuses a second path, and students who are away', async () => {
    const who = await s.pupil()
    expect((await register(who.actor)).code).toBe(200)
    expect(rulesOf(await register(who.actor))).toContain('open')
    const gone = await s.pupil()
    await s.enlisted(gone)
    expect(rulesOf(await register(gone.actor))).toContain('open')
  })
  it('audits whoever reads what the medical examination found, and shows it to nobody else', async () => {
    const who = await s.pupil()
    const row = await s.enlisted(who, { examResult: 'fit', unit: '某部' })
    const seen = await s.officer.get<{ result: Array<Record<string, unknown>> }>('enlistment/enlistRecord/list', { id: row.id, size: 5 })
    expect(JSON.stringify(seen.data)).not.toContain('某部')
  })
  it('shows students where they are, what to bring, and lets them change the family’s contact', async () => {
    const who = await s.soldier()
    const row = await s.enlisted(who)
    const mine = await who.actor.get<{ record: { stage: string; familyPhone: string }; estimate: { total: number } | null }>('enlistment/enlistRecord/myPath')
    expect(mine.data.record.stage).toBe('enlisted')
    expect((await who.actor.post('enlistment/enlistRecord/setFamily', { id: row.id, familyName: '周建国', familyPhone: '13900001111' })).code).toBe(200)
    const after = await who.actor.get<{ record: { familyPhone: string } }>('enlistment/enlistRecord/myPath')
    expect(after.data.record.familyPhone).toBe('13900001111')
    const other = await s.pupil()
    expect((await other.actor.post('enlistment/enlistRecord/setFamily', { id: row.id, familyName: '某人', familyPhone: '13900001112' })).code).toBe(404)
  })
  it('writes to whoever serves once a year', async () => {
    const who = await s.soldier()
    await s.enlisted(who)
    const year = Number(today().slice(0, 4)) + 1
    expect(await writeLetters(s.db, `${year}-01-05`)).toBe(0)
    expect(await writeLetters(s.db, `${year}-07-20`)).toBeGreaterThan(0)
    expect(await writeLetters(s.db, `${year}-07-21`)).toBe(0)
    expect(await messages(who.actor.userId, '给在伍的你')).toBe(1)
  })
})
