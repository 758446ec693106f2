import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { applied, approveAs, approved, day, suspension } from '#modules/standing/testing.ts'
import { schoolYear } from '../model/calendar.ts'
import { addDays } from '../model/days.ts'
import { stuClass } from '../model/organisation.ts'
import { classStaff } from '../model/people.ts'
import { rolloverRun } from './model/rollover-run.ts'
import { portion } from './server/lines.ts'
import { stepsOf } from './server/step.ts'
import { type RolloverSchool, rolloverSchool } from './testing.ts'

let s: RolloverSchool
beforeAll(async () => {
  s = await rolloverSchool()
})
afterAll(() => s.close())

it('30-BY4 two officers previewing at once make one run, and of two that start it one does', async () => {
  const other = await s.as({ roles: ['officer'], nickName: '王老师' })
  const previews = await Promise.all([s.officer, other].map(who => who.post<{ id: string }>('base/rolloverRun/preview', { toXn: s.toXn })))
  expect(previews.map(p => p.code)).toEqual([200, 200])
  const id = previews[0]?.data.id ?? ''
  expect(previews[1]?.data.id).toBe(id)
  const starts = await Promise.all([s.officer, other].map(who => who.post('base/rolloverRun/start', { id })))
  expect(starts.map(a => a.code).sort()).toEqual([200, 422])
  const refused = starts.find(a => a.code === 422)
  expect(refused?.errors[0]?.rule).toMatch(/busy$|state$/)
  await s.server.settle()
  expect(await s.db.unscoped(rolloverRun).count()).toBe(1)
})
it('30-BY4 a second start says who runs and how far', async () => {
  const [run] = await s.db.unscoped(rolloverRun).all()
  await s.db.update(rolloverRun, run?.id ?? '', { state: 'running', startedById: s.officer.userId, startedAt: new Date().toISOString() })
  const answer = await s.start(run?.id ?? '')
  expect(answer.errors[0]).toMatchObject({ rule: 'campus.rolloverRun.busy', values: { name: '李主任', done: run?.done, total: run?.total } })
  await s.db.update(rolloverRun, run?.id ?? '', { state: 'failed' })
})
it('30-BY3 rows changed since the preview are listed and left alone: an approved change stands', async () => {
  const pupil = await s.pupil()
  const away = await approved(s, pupil.actor, await suspension(s, pupil.actor, { until: day(150) }))
  const id = await s.preview()
  const planned = await s.lines(id, { step: 'standing.periods' })
  expect(planned.map(line => [line.state, line.rowId, line.rowVersion])).toEqual([['planned', away.id, away.version]])
  const back = await applied(pupil.actor, {
    typeId: s.types.resumption as string,
    reasonCode: '11',
    effectiveDate: day(0),
    toClassId: s.ids.s2401,
    proofs: (await suspension(s, pupil.actor)).proofs ?? [],
  })
  for (const by of [s.fdy, s.college, s.officer]) expect((await approveAs(by, back.instanceId)).code).toBe(200)
  const now = await s.change(away.id)
  expect(now.period).toBe('closed')
  await s.run(id)
  expect((await s.lines(id, { step: 'standing.periods' })).map(line => [line.state, line.problem])).toEqual([['changed', '预览之后又有变动']])
  expect(await s.change(away.id)).toEqual(now)
  expect((await s.record(pupil.id)).status).toBe('active')
})
it('30-BY3 a class somebody came back into since stays open, with the reason', async () => {
  const { expectedEnd } = await s.db.unscoped(stuClass).one(s.ending)
  expect(expectedEnd < day(0)).toBe(true)
  const id = await s.preview()
  await s.pupil({ classId: s.ending })
  const exceptions = await s.lines(id, { state: 'blocked' })
  await s.officer.post('base/rolloverLine/skip', { ids: exceptions.map(line => line.id), reason: '下学期再办' })
  const run = await s.run(id)
  expect(run.state).toBe('done')
  expect((await s.db.unscoped(stuClass).one(s.ending)).state).toBe('active')
  expect((await s.lines(id, { state: 'changed', step: ['campus.endClasses', 'campus.endStaff'] })).map(line => line.problem)).toEqual([
    '还有 1 名在读、休学或保留学籍的学生',
    '班级没有结束',
  ])
})
it('30-BY5 two processes at the same lines do them once, and the run goes on from there', async () => {
  const t = await rolloverSchool()
  try {
    const id = await t.preview()
    const run = await t.db.unscoped(rolloverRun).one(id)
    const year = stepsOf(t.db).find(({ code }) => code === 'campus.year')
    if (!year) throw new Error('no step')
    await Promise.all([1, 2].map(() => portion(t.db, run, year, 'run')))
    expect((await t.lines(id, { step: 'campus.year' })).map(line => line.state)).toEqual(['done', 'done', 'done'])
    expect((await t.db.unscoped(rolloverRun).one(id)).done).toBe(3)
    const exceptions = await t.lines(id, { state: 'blocked' })
    await t.officer.post('base/rolloverLine/skip', { ids: exceptions.map(line => line.id), reason: '下学期再办' })
    expect(await t.run(id)).toMatchObject({ state: 'done', total: 9, done: 9 })
  } finally {
    await t.close()
  }
})
it('30-BY6 a class that somebody changed after the run stays ended, and so do the relations to it', async () => {
  const t = await rolloverSchool()
  try {
    const id = await t.preview()
    const exceptions = await t.lines(id, { state: 'blocked' })
    await t.officer.post('base/rolloverLine/skip', { ids: exceptions.map(line => line.id), reason: '下学期再办' })
    await t.run(id)
    await t.db.update(stuClass, t.ending, { capacity: 51 })
    expect((await t.officer.post('base/rolloverRun/undo', { id })).code).toBe(200)
    await t.server.settle()
    expect((await t.lines(id, { state: 'kept' })).map(line => [line.step, line.problem])).toEqual([
      ['campus.endClasses', '结转之后又有变动'],
      ['campus.endStaff', '班级结转后又有变动'],
    ])
    expect((await t.db.unscoped(stuClass).one(t.ending)).state).toBe('ended')
    expect((await t.db.unscoped(classStaff).all({ classId: t.ending }))[0]?.endDate).not.toBeNull()
  } finally {
    await t.close()
  }
})
it('30-BY6 is refused after its hours', async () => {
  const [run] = await s.db.unscoped(rolloverRun).all({ state: 'done' })
  await s.db.update(rolloverRun, run?.id ?? '', { endedAt: new Date(Date.now() - 73 * HOUR_MS).toISOString() })
  expect((await s.officer.post('base/rolloverRun/undo', { id: run?.id })).errors[0]).toMatchObject({ rule: 'campus.rolloverRun.undoLate', values: { hours: 72 } })
})
it('30-BY2 without a year no term is planned, and no registration: each waits with its reason', async () => {
  const t = await rolloverSchool()
  try {
    const [year] = await t.db.unscoped(schoolYear).all()
    await t.db.update(schoolYear, year?.id ?? '', { endDate: addDays(year?.endDate ?? '', 30) })
    const lines = await t.lines(await t.preview())
    expect(lines.filter(line => line.step === 'campus.year').map(line => [line.title, line.state])).toEqual([[t.toXn, 'blocked']])
    expect(lines.find(line => line.step === 'standing.registration')).toMatchObject({ state: 'blocked', problem: `校历里还没有 ${t.toXn} 学年第一学期` })
  } finally {
    await t.close()
  }
})
