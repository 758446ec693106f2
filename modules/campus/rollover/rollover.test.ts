import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registrationBatch } from '#modules/standing/registration/model/batch.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { roleWithEverything } from '#testing/grants.ts'
import type { Actor } from '#testing/school.ts'
import { schoolYear, term } from '../model/calendar.ts'
import { gradeMajor, stuClass } from '../model/organisation.ts'
import { classStaff } from '../model/people.ts'
import { yearBefore } from '../model/school-year.ts'
import { watchDue } from './server/due.ts'
import { type RolloverSchool, rolloverSchool } from './testing.ts'

let s: RolloverSchool
let told: ReturnType<typeof captureNotifications>
let heard: ReturnType<typeof captureEvents>
beforeAll(async () => {
  s = await rolloverSchool()
  told = captureNotifications(s.server)
  heard = captureEvents(s.server, 'campus.rolledOver')
})
afterAll(() => s.close())
const TABLES = ['school_year', 'term', 'grade_major', 'stu_class', 'class_staff', 'status_change', 'registration_batch', 'student']
/** Everything the steps could touch, as one text. */
const everything = async (): Promise<string[]> => {
  const digests = []
  for (const table of TABLES) {
    const [row] = await s.db.query<{ digest: string }>(sql([`select coalesce(md5(string_agg(t::text, '|' order by t.id)), '') as digest from ${table} t`]))
    digests.push(row?.digest ?? '')
  }
  return digests
}
/** What the list of runs says of the only one. */
const exceptionsListed = async () => (await s.officer.get<{ result: Array<{ exceptions: number }> }>('base/rolloverRun/list', {})).data.result[0]?.exceptions
const stepOf = async (id: string, code: string) => (await s.progress(id)).steps.find(step => step?.code === code)

describe('the roll-over of a school year', () => {
  let id: string
  let arts: Actor
  it('30-BY1 previews counts, exceptions and every affected row without writing anything but the preview', async () => {
    arts = await s.as({ roles: ['college'], departmentId: s.ids.art })
    const before = await everything()
    id = await s.preview()
    expect(await everything()).toEqual(before)
    expect((await s.progress(id)).steps.map(step => [step?.code, step?.create, step?.change, step?.close, step?.exceptions])).toEqual([
      ['campus.year', 3, 0, 0, 0],
      ['campus.gradeMajor', 1, 0, 0, 0],
      ['campus.newClasses', 2, 0, 0, 0],
      ['campus.endClasses', 0, 0, 1, 1],
      ['campus.endStaff', 0, 0, 1, 0],
      ['standing.periods', 0, 0, 0, 0],
      ['standing.registration', 1, 0, 0, 0],
    ])
    const [exception] = await s.lines(id, { state: 'blocked' })
    expect(exception).toMatchObject({ title: '视觉2301', problem: '还有 2 名在读、休学或保留学籍的学生', departmentId: s.ids.art })
    const sheet = await s.officer.get('base/rolloverLine/list', { runId: id, size: 100 })
    expect((sheet.data as { result: unknown[] }).result).toHaveLength(10)
  })
  it('30-BY1 gives the affected rows as a sheet, and each college its own', async () => {
    const rows = async (who: typeof s.officer) =>
      (await who.get<{ result: Array<{ title: string }> }>('base/rolloverLine/list', { runId: id, size: 100 })).data.result.map(r => r.title)
    expect(await rows(s.college)).not.toContain('视觉2301')
    expect(await rows(s.college)).toContain('网络2301')
    const file = await s.officer.post('base/rolloverLine/export', { where: { runId: id } })
    expect(file.raw.subarray(0, 2).toString()).toBe('PK')
    expect((await s.fdy.get('base/rolloverLine/list', {})).code).toBe(403)
    expect((await s.college.post('base/rolloverRun/preview', { toXn: s.toXn })).code).toBe(403)
  })
  it('30-BY1 is for those who reach the whole school, whoever else may preview', async () => {
    await roleWithEverything(s, 'every_dept', 'dept')
    const narrow = await s.as({ roles: ['every_dept'], departmentId: s.ids.info })
    const before = await s.lines(id)
    expect((await narrow.post('base/rolloverRun/preview', { toXn: s.toXn })).code).toBe(404)
    expect(await s.lines(id)).toEqual(before)
  })
  it('tells each college its own exceptions, the same ones once', async () => {
    await s.preview()
    const messages = await told('campus.rolloverExceptions')
    expect(messages.map(m => m.to)).toEqual([[arts.userId]])
    expect(messages[0]?.values).toMatchObject({ count: 1, toXn: s.toXn })
  })
  it('10-J4 a year that has begun without a finished run is a to-do of the office', async () => {
    const begun = await s.db.insert(schoolYear, { xn: yearBefore(`${s.grade - 1}-${s.grade}`), startDate: '2001-09-03', endDate: '2002-09-01' })
    const office = async () => (await s.db.query<{ state: string }>(sql`select state from todo where biz_type = 'rolloverDue' and user_id = ${s.officer.userId}`)).map(t => t.state)
    expect(await watchDue(s.db)).toBe(1)
    expect(await office()).toEqual(['open'])
    await s.db.remove(schoolYear, begun.id)
    expect(await watchDue(s.db)).toBe(0)
    expect(await office()).toEqual(['done'])
  })
  it('30-BY2 an exception keeps its step and those after it waiting; the others are done', async () => {
    const run = await s.run(id)
    expect(run).toMatchObject({ state: 'failed', exceptions: 1, note: '还有例外没有处理，处理或跳过后可以继续' })
    expect(run.steps.filter(step => step?.state === 'waiting').map(step => step?.code)).toEqual(['campus.endClasses', 'campus.endStaff'])
    expect((await s.db.unscoped(stuClass).one(s.ending)).state).toBe('active')
    expect(heard).toEqual([])
    expect(await told('campus.rolloverStopped', s.officer.userId)).toHaveLength(1)
  })
  it('30-BY2 is skipped with a reason, after which the run goes on and tells everybody', async () => {
    const [exception] = await s.lines(id, { state: 'blocked' })
    expect((await s.college.post('base/rolloverLine/skip', { ids: [exception?.id], reason: '不归本院' })).code).toBe(403)
    expect(await exceptionsListed()).toBe(1)
    expect((await s.officer.post('base/rolloverLine/skip', { ids: [exception?.id], reason: '两名学生补考' })).data).toEqual({ done: 1 })
    expect(await exceptionsListed()).toBe(0)
    expect((await s.officer.post('base/rolloverLine/skip', { ids: [exception?.id], reason: '再跳一次' })).errors[0]?.rule).toBe('campus.rolloverLine.state')
    await s.preview()
    expect((await s.lines(id, { state: ['blocked', 'skipped'] })).map(line => [line.state, line.reason])).toEqual([['skipped', '两名学生补考']])
    const run = await s.run(id)
    expect(run).toMatchObject({ state: 'done', total: 9, done: 9, exceptions: 0 })
    expect((await s.db.unscoped(stuClass).one(s.ending)).state).toBe('ended')
    expect((await s.db.unscoped(stuClass).one(s.kept)).state).toBe('active')
    await s.server.settle()
    expect(heard).toEqual([{ event: 'campus.rolledOver', fromXn: `${s.grade - 1}-${s.grade}`, toXn: s.toXn }])
    expect((await told('campus.rolledOver', s.officer.userId))[0]?.values).toMatchObject({ done: 9, skipped: 1, changed: 0 })
  })
  it('makes year, terms, grade-majors with their planned numbers, planned classes, and the draft of the registration', async () => {
    expect((await s.db.unscoped(schoolYear).all({ xn: s.toXn })).length).toBe(1)
    expect((await s.db.unscoped(term).all({ xn: s.toXn })).map(t => t.xqM).sort()).toEqual(['1', '2'])
    const [made] = await s.db.unscoped(gradeMajor).all({ grade: s.grade })
    expect(made).toMatchObject({ name: `${s.grade}级软件技术`, planned: 90, departmentId: s.ids.info })
    const classes = await s.db.unscoped(stuClass).all({ grade: s.grade }, { sort: ['classNo'] })
    expect(classes.map(c => [c.name, c.state, c.gradeMajorId, c.expectedEnd])).toEqual([1, 2].map(n => [`${s.grade}软件${n}班`, 'planned', made?.id, `${s.grade + 3}-07-01`]))
    const [batch] = await s.db.unscoped(registrationBatch).all({ xn: s.toXn })
    expect(batch).toMatchObject({ state: 'draft', xqM: '1', selfAllowed: true })
    const [staff] = await s.db.unscoped(classStaff).all({ classId: s.ending })
    expect(staff?.endDate).not.toBeNull()
  })
  it('30-BY5 a finished run begins no second time and changes nothing', async () => {
    const before = await everything()
    expect((await s.start(id)).errors[0]?.rule).toBe('campus.rolloverRun.state')
    expect((await s.officer.post('base/rolloverRun/preview', { toXn: s.toXn })).errors[0]?.rule).toBe('campus.rolloverRun.state')
    expect(await everything()).toEqual(before)
  })
  it('30-BY6 is undone where nobody changed a row since; the rest is listed', async () => {
    const [first, second] = await s.db.unscoped(stuClass).all({ grade: s.grade }, { sort: ['classNo'] })
    await s.officer.post('base/stuClass/update', { id: first?.id, version: first?.version, capacity: 50 })
    expect((await s.officer.post('base/rolloverRun/undo', { id })).code).toBe(200)
    await s.server.settle()
    expect((await s.progress(id)).state).toBe('undone')
    expect((await s.lines(id, { state: 'kept' })).map(line => [line.title, line.problem])).toEqual([
      [`${s.grade}级软件技术`, '已被 1 条班级 使用，不能删除，可以停用'],
      [`${s.grade}软件1班`, '结转之后又有变动'],
    ])
    expect(await s.db.unscoped(stuClass).find({ id: second?.id ?? '' })).toBeUndefined()
    expect((await s.db.unscoped(stuClass).one(s.ending)).state).toBe('active')
    expect((await s.db.unscoped(classStaff).all({ classId: s.ending }))[0]?.endDate).toBeNull()
    expect(await s.db.unscoped(schoolYear).count({ xn: s.toXn })).toBe(0)
    expect((await told('campus.rolloverUndone', s.officer.userId))[0]?.values).toMatchObject({ undone: 7, kept: 2 })
  })
  it('previews anew after an undo, and plans only what is missing', async () => {
    const again = await s.preview()
    expect(again).not.toBe(id)
    expect((await stepOf(again, 'campus.gradeMajor'))?.create).toBe(0)
    expect((await stepOf(again, 'campus.newClasses'))?.create).toBe(1)
  })
})
