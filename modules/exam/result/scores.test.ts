import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { invigilate, registered, seatingOf } from '../seating/testing.ts'
import { type ExamSchool, examSchool, ok, ruleOf } from '../testing.ts'
import { complete, enter, enterBoth, formulas, mine, publish, SCORE, scoreOf } from './testing.ts'

let s: ExamSchool
let told: ReturnType<typeof captureNotifications>
beforeAll(async () => {
  s = await examSchool()
  told = captureNotifications(s.server)
})
afterAll(() => s.close())
const addLine = (batchId: string, more: object) => s.admissions.post<{ id: string }>('exam/examLine/add', { batchId, category: 'regular', ...more })

describe('30-ES1 scores', () => {
  it('30-ES1 count once two different people have entered the same; absence is a flag, and differences are listed', async () => {
    const batch = await s.batch()
    await formulas(s, batch.id)
    const [a, b, c] = (await complete(s, batch, 3)) as [Awaited<ReturnType<typeof complete>>[number], ...Awaited<ReturnType<typeof complete>>]
    if (!b || !c) throw new Error('three applicants')
    expect(
      ok(
        await enter(s.admissions, batch.id, 'skill', [
          [a, 120.5],
          [b, '缺考'],
          [c, 90],
        ]),
      ),
    ).toEqual({ entered: 3, differing: 0 })
    // the same person twice is one entry
    expect(ok(await enter(s.admissions, batch.id, 'skill', [[a, 121]])).differing).toBe(0)
    expect(await scoreOf(s, a, 'skill')).toMatchObject({ value: null, flag: null })
    // nobody reads what the other has entered
    const read = ok(await s.second.get<{ result: Array<Record<string, unknown>> }>('exam/examScore/list', { batchId: batch.id })).result
    expect(read).toHaveLength(3)
    expect(read.flatMap(r => Object.entries(r)).filter(([key, value]) => value === 121 || value === 90 || /^(entry|flag)\d/.test(key))).toEqual([])
    expect(
      ok(
        await enter(s.second, batch.id, 'skill', [
          [a, 121],
          [b, '缺考'],
          [c, 99],
        ]),
      ),
    ).toEqual({ entered: 3, differing: 1 })
    expect([await scoreOf(s, a, 'skill'), await scoreOf(s, b, 'skill'), await scoreOf(s, c, 'skill')]).toMatchObject([
      { value: 121, flag: 'normal', isDiffering: false },
      { value: null, flag: 'absent' },
      { value: null, flag: null, isDiffering: true },
    ])
    const third = await s.as({ roles: ['admissions'] })
    expect(ruleOf(await enter(third, batch.id, 'skill', [[c, 99]]))).toBe('taken')
    const listed = async (who: Actor) => ok(await who.get<Array<Record<string, unknown>>>(`${SCORE}/differences`, { batchId: batch.id }))
    expect(await listed(third)).toMatchObject([{ ksh: c.ksh, entry1: 90, flag1: 'normal', entry2: 99, flag2: 'normal', isOwn: false }])
    // whoever has entered one of them does not read the other here either, nor ends it alone
    expect(await listed(s.admissions)).toMatchObject([{ ksh: c.ksh, entry1: 90, flag1: 'normal', entry2: null, flag2: null, isOwn: true }])
    expect(await listed(s.second)).toMatchObject([{ ksh: c.ksh, entry1: null, flag1: null, entry2: 99, flag2: 'normal', isOwn: true }])
    // corrected by its enterer, or void and made anew by two others
    const score = await scoreOf(s, c, 'skill')
    for (const who of [s.admissions, s.second]) expect(ruleOf(await who.post(`${SCORE}/settle`, { id: score?.id, reason: '查卷' }))).toBe('ownEntry')
    ok(await third.post(`${SCORE}/settle`, { id: score?.id, reason: '查卷' }))
    const rows = ok(await third.get<{ result: Array<{ id: string; voidReason: string | null }> }>(`${SCORE}/list`, { batchId: batch.id, subject: 'skill' })).result
    expect(rows.find(r => r.id === score?.id)?.voidReason).toBe('查卷')
    ok(await enter(third, batch.id, 'skill', [[c, 95]]))
    ok(await enter(s.second, batch.id, 'skill', [[c, 95]]))
    expect(await scoreOf(s, c, 'skill')).toMatchObject({ value: 95, flag: 'normal' })
    expect(ruleOf(await s.admissions.post(`${SCORE}/settle`, { id: score?.id, reason: '查卷' }))).toBe('notDiffering')
  })
  it('30-ES1 refuses all lines where one is wrong, and says what is wrong with each', async () => {
    const batch = await s.batch()
    const [a] = await complete(s, batch, 1)
    if (!a) throw new Error('one applicant')
    expect(ruleOf(await enter(s.admissions, batch.id, 'skill', [[a, 100]]))).toBe('noFormula')
    await formulas(s, batch.id, { math: { full: 100 } })
    const answer = await enter(s.admissions, batch.id, 'skill', [
      [a, 100],
      [a, 90],
      [{ ksh: 'nobody' }, 80],
      [a, '缺考 60'],
      [a, 151],
    ])
    expect(answer.errors?.map(e => e.rule.split('.').at(-1))).toEqual(['line', 'lineTwice', 'unknown', 'lineTwice'])
    expect(ruleOf(await enter(s.admissions, batch.id, 'skill', [[a, 150.5]]))).toBe('overFull')
    expect(ruleOf(await enter(s.admissions, batch.id, 'math', [[a, 50]]))).toBe('notSitting')
    expect(await scoreOf(s, a, 'skill')).toBeUndefined()
    expect((await a.actor.post(`${SCORE}/enter`, { batchId: batch.id, subject: 'skill', lines: `${a.ksh} 150` })).code).toBe(401)
  })
  it('30-ES1 takes numbers of tickets, too, and no mark of whom the door has noted absent', async () => {
    const batch = await s.batch()
    await formulas(s, batch.id)
    const people = await registered(s, batch, [{}, {}])
    const { id } = await seatingOf(s, batch, ['chinese', 'skill'], ['2', '2'])
    ok(await s.admissions.post('exam/examSeating/arrange', { id }))
    await invigilate(s, batch.id)
    ok(await s.admissions.post('exam/examSeating/openTickets', { id }))
    const found = await s.db.query<{ id: string; ksh: string; zkzh: string }>(sql`select a.id, a.ksh, p.zkzh from exam_application a
      join exam_applicant p on p.id = a.exam_applicant_id where a.id = any(${people.map(p => p.id)}::uuid[]) order by a.ksh`)
    const [here, away] = [found[0], found[1]]
    await s.db.query(
      sql`update exam_seat set attendance = 'absent' where application_id = ${away?.id}::uuid and session_id in (select id from exam_session where batch_id = ${batch.id}::uuid and subject = 'skill')`,
    )
    const put = (subject: string, lines: string) => s.admissions.post<{ entered: number }>(`${SCORE}/enter`, { batchId: batch.id, subject, lines })
    expect(ruleOf(await put('skill', `${away?.zkzh} 80`))).toBe('wasAbsent')
    expect(ruleOf(await put('skill', `${here?.zkzh} 80\n${here?.ksh} 81`))).toBe('lineTwice')
    expect(ok(await put('skill', `${here?.zkzh} 80\n${away?.ksh} 缺考`)).entered).toBe(2)
    expect(ok(await put('chinese', `${away?.zkzh} 70`)).entered).toBe(1)
    // noted after both have entered: the mark does not pass
    const note = (subject: string, attendance: string | null) =>
      s.db.query(
        sql`update exam_seat set attendance = ${attendance} where application_id = ${here?.id}::uuid and session_id in (select id from exam_session where batch_id = ${batch.id}::uuid and subject = ${subject})`,
      )
    await note('chinese', 'violation')
    expect(ruleOf(await put('chinese', `${here?.zkzh} 90`))).toBe('hadViolation')
    await note('chinese', null)
    const both = async (subject: string, lines: string) => {
      ok(await put(subject, lines))
      ok(await s.second.post(`${SCORE}/enter`, { batchId: batch.id, subject, lines }))
    }
    await both('skill', `${here?.zkzh} 80\n${away?.ksh} 缺考`)
    await both('chinese', `${here?.zkzh} 90\n${away?.ksh} 70`)
    for (const attendance of ['violation', 'absent']) {
      await note('chinese', attendance)
      const refused = await publish(s.admissions, batch.id)
      expect([ruleOf(refused), refused.errors[0]?.values]).toEqual(['noted', expect.objectContaining({ count: 1 })])
    }
    await note('chinese', 'violation')
    await both('chinese', `${here?.zkzh} 违纪`)
    ok(await publish(s.admissions, batch.id))
  })
  it('30-ES1 two enterers at the same moment are two entries, and the same person twice at once is one', async () => {
    const batch = await s.batch()
    await formulas(s, batch.id)
    const [a, b] = await complete(s, batch, 2)
    if (!a || !b) throw new Error('two applicants')
    await Promise.all([enter(s.admissions, batch.id, 'skill', [[a, 88]]), enter(s.second, batch.id, 'skill', [[a, 88]])])
    expect(await scoreOf(s, a, 'skill')).toMatchObject({ value: 88, flag: 'normal' })
    await Promise.all([enter(s.admissions, batch.id, 'skill', [[b, 88]]), enter(s.admissions, batch.id, 'skill', [[b, 88]])])
    expect(await scoreOf(s, b, 'skill')).toMatchObject({ value: null, flag: null })
  })
  it('30-ES1 publishing asks for all entries, and locks; nobody reads a score before, and only their own after', async () => {
    const batch = await s.batch()
    await formulas(s, batch.id, { skill: { full: 150, tieOrder: 1, weight: 50 } })
    const [a, b, c] = await complete(s, batch, 3)
    if (!a || !b || !c) throw new Error('three applicants')
    expect(ruleOf(await publish(s.admissions, batch.id))).toBe('missing')
    await enterBoth(s, batch.id, 'skill', [
      [a, 120.5],
      [b, 90],
      [c, 100],
    ])
    ok(
      await enter(s.admissions, batch.id, 'chinese', [
        [a, 100],
        [b, 100],
        [c, '违纪'],
      ]),
    )
    expect(ruleOf(await publish(s.admissions, batch.id))).toBe('missing')
    ok(
      await enter(s.second, batch.id, 'chinese', [
        [a, 100],
        [b, 101],
        [c, '违纪'],
      ]),
    )
    expect(ruleOf(await publish(s.admissions, batch.id))).toBe('differing')
    expect(ok(await mine(a, batch.id))).toMatchObject({ scoresAt: null, scores: [], total: null })
    ok(await enter(s.second, batch.id, 'chinese', [[b, 100]]))
    const late = await s.entered(batch)
    expect(ruleOf(await publish(s.admissions, batch.id))).toBe('open')
    ok(await s.admissions.post('exam/examApplication/cancel', { id: late.id, reason: '本人放弃' }))
    ok(await addLine(batch.id, { min: 130, isProvince: true }))
    ok(await addLine(batch.id, { min: 140 }))
    const answers = await Promise.all([publish(s.admissions, batch.id), publish(s.second, batch.id), enter(s.second, batch.id, 'chinese', [[b, 99]])])
    expect(answers.slice(0, 2).filter(x => x.code === 200)).toHaveLength(answers[2]?.code === 200 ? 0 : 1)
    if (answers[2]?.code === 200) {
      ok(await enter(s.second, batch.id, 'chinese', [[b, 100]]))
      ok(await publish(s.admissions, batch.id))
    }
    expect(ruleOf(await enter(s.second, batch.id, 'chinese', [[b, 100]]))).toBe('published')
    expect(ruleOf(await s.admissions.post('exam/examFormula/add', { batchId: batch.id, subject: 'math', full: 100 }))).toBe('locked')
    expect(ok(await mine(a, batch.id))).toMatchObject({ total: 160.25, rankFrom: 1, choices: [{ total: 160.25, line: 130 }] })
    const own = ok(await mine(c, batch.id))
    expect(own).toMatchObject({ total: null, rankFrom: null, choices: [{ total: null }] })
    expect(own.scores).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ subject: 'chinese', value: null, flag: 'violation', full: 150, mayRecheck: false }),
        expect.objectContaining({ subject: 'skill', value: 100, flag: 'normal', full: 150, mayRecheck: true }),
      ]),
    )
    expect((await s.row(b)).rank).toBe(2)
    const stranger = await s.stranger()
    expect(ok(await mine(stranger, batch.id))).toMatchObject({ scores: [], choices: [], total: null })
    expect((await a.actor.get(`${SCORE}/list`, { batchId: batch.id })).code).toBe(401)
    expect(await told('exam.scores', a.actor.userId)).toHaveLength(1)
  })
  it('leaves out exempt subjects: they are marked, and asked of nobody', async () => {
    const batch = await s.batch()
    await formulas(s, batch.id)
    const who = await s.entered(batch, { exempt: 'culture' })
    await s.db.query(sql`update exam_application set state = 'paid', exempt_state = 'granted' where id = ${who.id}::uuid`)
    expect(ruleOf(await enter(s.admissions, batch.id, 'chinese', [[who, 100]]))).toBe('exempted')
    await enterBoth(s, batch.id, 'skill', [[who, 130]])
    ok(await publish(s.admissions, batch.id))
    expect(ok(await mine(who, batch.id))).toMatchObject({ total: 130 })
    expect(await scoreOf(s, who, 'chinese')).toMatchObject({ value: null, flag: 'exempt' })
  })
})
describe('lines', () => {
  it('of the school are never below the province’s, whichever is written first', async () => {
    const batch = await s.batch({}, [{}, {}])
    ok(await addLine(batch.id, { min: 200, isProvince: true }))
    expect(ruleOf(await addLine(batch.id, { min: 199 }))).toBe('belowProvince')
    expect(ruleOf(await addLine(batch.id, { min: 199, planId: batch.plans[0] }))).toBe('belowProvince')
    ok(await addLine(batch.id, { min: 210 }))
    expect(ruleOf(await addLine(batch.id, { min: 210 }))).toBe('duplicate')
    expect(ruleOf(await addLine(batch.id, { min: 100, isProvince: true, planId: batch.plans[0] }))).toBe('provincePlan')
    const other = await s.batch()
    expect(ruleOf(await addLine(batch.id, { min: 300, planId: other.plans[0] }))).toBe('otherBatch')
    ok(await addLine(other.id, { min: 100 }))
    expect(ruleOf(await addLine(other.id, { min: 101, isProvince: true }))).toBe('aboveSchool')
    const [x, y] = await Promise.all([addLine(other.id, { subject: 'skill', min: 60 }), addLine(other.id, { subject: 'skill', min: 70, isProvince: true })])
    expect([x.code, y.code].filter(code => code === 200)).toHaveLength(1)
  })
})
