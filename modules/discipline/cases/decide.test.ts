import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths, eachDay } from '#modules/campus/model/days.ts'
import { calendarOf, isSchoolDayOn, schoolDaysBetween } from '#modules/campus/server/api.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { caseDraft, type DisciplineSchool, disciplineSchool, moment, must, rulesOf, taskOf } from '../testing.ts'
import { punishment } from './model/punishment.ts'
import { daysAfter } from './server/clock.ts'
import { lapseDefences, remindDue } from './server/jobs.ts'

let s: DisciplineSchool
beforeAll(async () => {
  s = await disciplineSchool()
})
afterAll(() => s.close())
const P = 'discipline/punishment'

describe('cases and parties', () => {
  it('50-PN4 one student is a party of a case once, also when two desks add the student at once; a case of the same day and category warns with both numbers', async () => {
    const who = await s.pupil()
    const at = moment(5)
    const first = await s.opened([who.id], { occurredAt: at })
    const again = await s.officer.post('discipline/disciplineCase/involve', { id: first.id, studentIds: [who.id], isDifferent: true })
    expect(rulesOf(again)).toEqual(['twice'])
    const other = await s.pupil()
    const raced = await Promise.all([1, 2].map(() => s.officer.post('discipline/disciplineCase/involve', { id: first.id, studentIds: [other.id], isDifferent: true })))
    expect(raced.filter(a => a.code === 200)).toHaveLength(1)
    const warned = await s.officer.post('discipline/disciplineCase/report', caseDraft(s.ruleId, [who.id], { occurredAt: at, isDifferent: false }))
    expect(rulesOf(warned)).toEqual(['sameFacts'])
    expect(warned.errors[0]?.values).toMatchObject({ others: [first.caseNo] })
    expect(warned.errors[0]?.values?.caseNo).not.toBe(first.caseNo)
  })
  it('a case is in the past, its parties were enrolled on that day and lie within the reporter’s scope, and its articles are of its category', async () => {
    const who = await s.pupil()
    const report = (more: object) => s.officer.post('discipline/disciplineCase/report', caseDraft(s.ruleId, [who.id], more))
    expect(rulesOf(await report({ occurredAt: moment(-1) }))).toEqual(['future'])
    expect(rulesOf(await report({ occurredAt: '2019-03-01T08:00:00+08:00' }))).toEqual(['notEnrolled'])
    expect(rulesOf(await report({ category: 'exam' }))).toEqual(['ruleCategory'])
    const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect(rulesOf(await art.post('discipline/disciplineCase/report', caseDraft(s.ruleId, [who.id])))).toEqual(['unknown'])
  })
  it('a violation that the dormitory refers opens one case, however often it is told', async () => {
    const who = await s.pupil()
    const draft = { studentId: who.id, type: 'appliance', level: 'serious', at: moment(2), place: '1-101', details: '使用电炉', evidence: [] }
    const [row] = await s.db.query<{ id: string }>(sql`insert into dorm_violation (tenant_id, violation_no, student_id, type, level, at, place, details, asked_at, heard_as, state)
      values (${s.db.me.tenantId}, 'SW1', ${draft.studentId}, ${draft.type}, ${draft.level}, ${draft.at}::timestamptz, ${draft.place}, ${draft.details}, now(), 'waived', 'referred') returning id`)
    for (let n = 0; n < 3; n++) await s.db.emit('dormitory.violationReferred', { violationId: row?.id ?? '', studentId: who.id, level: 'serious' })
    await s.server.settle()
    const rows = await s.db.unscoped(punishment).all({ studentId: who.id })
    expect(rows).toHaveLength(1)
    expect((await s.case(rows[0]?.caseId ?? '')).sourceId).toBe(row?.id)
  })
})
describe('proposal', () => {
  it('50-PN1 each level has its period; a level outside the articles and a period outside 6 to 12 months ask for a reason; expulsion has none', async () => {
    const who = await s.pupil()
    const { parties } = await s.opened([who.id])
    const [id = ''] = parties
    const expected = { warning: 6, seriousWarning: 8, demerit: 10, probation: 12, expulsion: null } as const
    for (const [level, months] of Object.entries(expected)) {
      await must(s.propose(id, level as keyof typeof expected))
      expect((await s.punishment(id)).periodMonths).toBe(months)
    }
    expect(rulesOf(await s.propose(id, 'warning', { periodMonths: 3 }))).toEqual(['months'])
    expect((await s.propose(id, 'warning', { periodMonths: 3, periodReason: '主动消除影响' })).code).toBe(200)
    await s.db.query(sql`update violation_rule set max_level = 'demerit' where id = ${s.ruleId}`)
    const refused = await s.propose(id, 'probation')
    expect([rulesOf(refused), refused.errors[0]?.values]).toMatchObject([['range'], { level: { text: '留校察看' }, min: { text: '警告' }, max: { text: '记过' } }])
    expect((await s.propose(id, 'probation', { levelReason: '后果特别严重' })).code).toBe(200)
    await s.db.query(sql`update violation_rule set max_level = 'expulsion' where id = ${s.ruleId}`)
    expect(rulesOf(await s.propose(id, 'none'))).toEqual(['criticism'])
  })
  it('50-PN1 a case keeps the periods of the day on which it was opened', async () => {
    const proposed = async (id = ''): Promise<number | null> => {
      await must(s.propose(id, 'warning'))
      return (await s.punishment(id)).periodMonths
    }
    const before = (await s.opened([(await s.pupil()).id])).parties[0]
    await setParams(s, 'discipline', { 'period.warning': 9 })
    const after = (await s.opened([(await s.pupil()).id])).parties[0]
    expect([await proposed(before), await proposed(after)]).toEqual([6, 9])
    await setParams(s, 'discipline', { 'period.warning': 6 })
  })
  it('a case needs two investigators before anything is proposed, and material of another case is no evidence', async () => {
    const who = await s.pupil()
    const { id: caseId, parties } = await s.opened([who.id])
    const other = await s.opened([(await s.pupil()).id])
    const [id = ''] = parties
    expect(rulesOf(await s.propose(id, 'warning', { materialIds: [await s.material(other.id)] }))).toEqual(['foreign'])
    await s.db.query(sql`update discipline_case set investigators = ${JSON.stringify([s.fdy.userId])}::jsonb where id = ${caseId}`)
    const refused = await s.propose(id, 'warning')
    expect([rulesOf(refused), refused.errors[0]?.values]).toMatchObject([['investigators'], { count: 1, least: 2 }])
  })
  it('50-PN5 with a punishment in force the form shows it and proposes one level heavier; a person decides', async () => {
    const who = await s.pupil()
    const earlier = await s.served(who, 'seriousWarning')
    await s.db.update(punishment, earlier, { state: 'inForce' })
    const { parties } = await s.opened([who.id])
    const [id = ''] = parties
    const { data } = await s.fdy.get<{ priors: Array<{ level: string }>; suggestedLevel: string; months: number; blocks: string[]; until: string }>(`${P}/consider`, { id })
    expect(data).toMatchObject({ priors: [{ level: '严重警告' }], suggestedLevel: 'demerit', months: 10, until: addDays(addMonths(today(), 10), -1) })
    expect(data.blocks).toContain('不能推免和转专业')
    expect((await s.propose(id, 'warning')).code).toBe(200)
  })
})
describe('notice and defence', () => {
  it('a clock in days starts the next day, and its last day moves to a working day where the school wants it', async () => {
    const book = await calendarOf(s.db)
    for (const from of eachDay(today(), addDays(today(), 13))) {
      const last = addDays(from, 10)
      const moved = await daysAfter(s.db, from, 10, true)
      expect(eachDay(last, moved).filter(day => isSchoolDayOn(book, day))).toEqual([moved])
      expect(await daysAfter(s.db, from, 10, false)).toBe(last)
    }
  })
  it('50-PN2 nothing is decided before the notice is served and a defence is in, waived, or late', async () => {
    const who = await s.pupil()
    const { parties } = await s.opened([who.id])
    const [id = ''] = parties
    const submit = () => s.fdy.post(`${P}/submit`, { id })
    expect(rulesOf(await submit())).toEqual(['state'])
    await must(s.propose(id, 'demerit', { facts: '<p> </p>', materialIds: [] }))
    expect(rulesOf(await s.officer.post(`${P}/issueNotice`, { id }))).toEqual(['noFacts'])
    await must(s.propose(id, 'demerit', { materialIds: [] }))
    expect(rulesOf(await s.officer.post(`${P}/issueNotice`, { id }))).toEqual(['noEvidence'])
    await must(s.propose(id, 'demerit'))
    expect(rulesOf(await s.deliver(s.officer, id, 'notice'))).toEqual(['noNotice'])
    await must(s.officer.post(`${P}/issueNotice`, { id }))
    await must(s.deliver(s.officer, id, 'notice'))
    const due = (await s.punishment(id)).defenceDueOn ?? ''
    expect([await schoolDaysBetween(s.db, addDays(today(), 1), due), isSchoolDayOn(await calendarOf(s.db), due)]).toEqual([5, true])
    expect(rulesOf(await submit())).toEqual(['state'])
    const stranger = await s.pupil()
    expect((await stranger.actor.post(`${P}/defend`, { id, kind: 'waived' })).code).toBe(404)
    await must(who.actor.post(`${P}/defend`, { id, kind: 'statement', text: '<p>是对方先动手</p>' }))
    expect(rulesOf(await submit())).toEqual(['unanswered'])
    await must(s.college.post(`${P}/answerDefence`, { id, answer: '<p>已查证，不予采纳</p>' }))
    expect((await submit()).code).toBe(200)
    expect((await s.punishment(id)).state).toBe('pending')
  })
  it('50-PN2 who says nothing until the last day was heard all the same, the day after it; and nobody defends after it', async () => {
    const who = await s.pupil()
    const { parties } = await s.opened([who.id])
    const [id = ''] = parties
    await must(s.propose(id, 'demerit'))
    await must(s.officer.post(`${P}/issueNotice`, { id }))
    await must(s.deliver(s.officer, id, 'notice'))
    const due = (await s.punishment(id)).defenceDueOn ?? ''
    await s.db.tx(db => lapseDefences(db, due))
    expect((await s.punishment(id)).state).toBe('noticed')
    const reminded = async (days: number): Promise<string[]> => {
      await s.db.tx(db => remindDue(db, addDays(due, -days)))
      await s.server.settle()
      const { result } = await must(who.actor.get<{ result: Array<{ title: string }> }>('base/message/mine', {}))
      return result.map(m => m.title).filter(title => title.startsWith('陈述申辩还剩'))
    }
    expect([await reminded(4), await reminded(3), await reminded(2)]).toEqual([[], ['陈述申辩还剩 3 天'], ['陈述申辩还剩 3 天']])
    expect(await reminded(1)).toEqual(['陈述申辩还剩 1 天'])
    await s.db.query(sql`update punishment set defence_due_on = ${addDays(today(), -1)}::date where id = ${id}`)
    expect(rulesOf(await who.actor.post(`${P}/defend`, { id, kind: 'waived' }))).toEqual(['defenceOver'])
    await s.db.tx(db => lapseDefences(db))
    expect(await s.punishment(id)).toMatchObject({ state: 'defenceClosed', defenceKind: 'lapsed' })
  })
  it('50-PN2 a notice that is published counts once its days are over: nothing is decided before, whatever the student has said', async () => {
    const who = await s.pupil()
    const { parties } = await s.opened([who.id])
    const [id = ''] = parties
    await must(s.propose(id, 'demerit'))
    await must(s.officer.post(`${P}/issueNotice`, { id }))
    await must(s.deliver(s.officer, id, 'notice', { result: 'failed' }))
    await must(s.deliver(s.officer, id, 'notice', { method: 'publicNotice', publicUrl: 'https://xx.edu.cn/1' }))
    expect((await s.punishment(id)).noticeServedOn).toBe(addDays(today(), 30))
    await must(who.actor.post(`${P}/defend`, { id, kind: 'waived' }))
    expect(rulesOf(await s.fdy.post(`${P}/submit`, { id }))).toEqual(['notServed'])
    await s.db.query(sql`update punishment set notice_served_on = ${today()}::date where id = ${id}`)
    expect((await s.fdy.post(`${P}/submit`, { id })).code).toBe(200)
  })
  it('50-PN2 a level above the notified one starts the notice anew', async () => {
    const who = await s.pupil()
    const id = await s.heard(who, 'warning')
    const sent = await must(s.fdy.post<{ isNoticeAgain: boolean }>(`${P}/submit`, { id, level: 'demerit' }))
    expect(sent.isNoticeAgain).toBe(true)
    expect(await s.punishment(id)).toMatchObject({ state: 'proposed', proposedLevel: 'demerit', noticeServedOn: null, defenceKind: null })
    const lighter = await s.heard(await s.pupil(), 'demerit')
    expect((await must(s.fdy.post<{ isNoticeAgain: boolean }>(`${P}/submit`, { id: lighter, level: 'warning' }))).isNoticeAgain).toBe(false)
  })
})
describe('decision', () => {
  it('50-PN3 expulsion is decided by a meeting after a review of legality, in this order of dates', async () => {
    const who = await s.pupil()
    const id = await s.heard(who, 'expulsion')
    await must(s.fdy.post(`${P}/submit`, { id }))
    for (const by of [s.college, s.officer]) await must(by.post('workflow/processTask/approve', { taskId: await taskOf(s, by, id) }))
    const missing = await s.legal.post('workflow/processTask/approve', { taskId: await taskOf(s, s.legal, id) })
    expect(missing.code).not.toBe(200)
    await must(s.legal.post('workflow/processTask/approve', { taskId: await taskOf(s, s.legal, id), fields: { legalOpinion: '合法', legalReviewOn: today() } }))
    const meets = async (meetingOn: string) =>
      (await s.leader.post('workflow/processTask/approve', { taskId: await taskOf(s, s.leader, id), fields: { meetingName: '校长办公会', meetingOn } })).msg
    for (const day of [-1, 1]) expect(await meets(addDays(today(), day))).toContain('须依次进行')
    await s.db.query(sql`update punishment set legal_review_on = null, legal_review_by = null where id = ${id}`)
    expect(await meets(today())).toContain('须经合法性审查')
    expect((await s.punishment(id)).documentNo).toBeNull()
  })
  it('50-PN6 twenty decisions at once have twenty consecutive numbers; one that fails leaves no gap', async () => {
    const ids = []
    for (let n = 0; n < 21; n++) ids.push(await s.heard(await s.pupil(), 'warning'))
    for (const id of ids) await must(s.fdy.post(`${P}/submit`, { id }))
    for (const by of [s.fdy, s.college, s.officer])
      for (const id of ids) {
        const taskId = await taskOf(s, by, id)
        if (taskId) await must(by.post('workflow/processTask/approve', { taskId }))
      }
    const tasks = await Promise.all(ids.map(id => taskOf(s, s.leader, id)))
    const failing = ids.splice(9, 1)[0] ?? ''
    await s.db.query(sql`update punishment set material_ids = '[]' where id = ${failing}`)
    const answers = await Promise.all(tasks.map(taskId => s.leader.post('workflow/processTask/approve', { taskId })))
    expect(answers.map(a => a.code)).toEqual(tasks.map((_, n) => (n === 9 ? 422 : 200)))
    expect((await s.punishment(failing)).documentNo).toBeNull()
    const numbers = (await Promise.all(ids.map(id => s.punishment(id)))).map(p => Number(/(\d+)号/.exec(p.documentNo ?? '')?.[1])).sort((a, b) => a - b)
    expect(numbers.map((n, at) => n - at)).toEqual(numbers.map(() => numbers[0]))
    expect((await s.punishment(ids[0] ?? '')).documentNo).toMatch(new RegExp(`^校学处〔${today().slice(0, 4)}〕\\d+号$`))
  })
  it('50-PN7 a document that lacks something it must say is not issued; the refusal names what', async () => {
    const id = await s.heard(await s.pupil(), 'warning')
    await s.db.query(sql`update punishment set material_ids = '[]' where id = ${id}`)
    const refused = await s.fdy.post(`${P}/submit`, { id })
    expect([rulesOf(refused), refused.errors[0]?.values]).toMatchObject([['gaps'], { items: [{ text: '证据' }] }])
  })
  it('50-PN16 a decided withdrawal walks the same way, without level and period', async () => {
    const who = await s.pupil()
    const id = await s.heard(who, null, { measure: 'withdrawal' })
    await must(s.fdy.post(`${P}/submit`, { id }))
    await s.approve(id)
    expect(await s.punishment(id)).toMatchObject({ state: 'decided', decidedLevel: null, periodMonths: null, meetingOn: today(), legalReviewBy: s.legal.userId })
  })
})
