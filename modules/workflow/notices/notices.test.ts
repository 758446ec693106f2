import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import * as students from '#modules/student/testing.ts'
import type { Listener } from '#server/context.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { errand } from '#testing/modules/errand/model/errand.ts'
import { addRegistration } from '#testing/registrations.ts'
import { upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { clearedOf, mustBeCleared, type NoticeLineOf, type NoticeOf, publishNotice } from '../server/api.ts'
import { type FlowSchool, flowSchool, rule } from '../testing.ts'
import type { noticePeople, runningNotices } from './model/notice.ts'
import { publicNotice, publicNoticeLine } from './model/notice.ts'
import { columnsFor, maskedNo } from './model/notice-columns.ts'
import { noticeEnd } from './model/notice-days.ts'
import type { myObjections, objectionHearing } from './model/objection.ts'
import { objection } from './model/objection.ts'
import { followNotices, forgetNotices, remindObjections } from './server/jobs.ts'
import { noticeKinds } from './server/kinds.ts'

let s: FlowSchool
let told: (event: string, to?: string) => Promise<SentNotification[]>
const heard: Array<Record<string, unknown>> = []
let mate: Actor
let pupils: Record<'own' | 'mate' | 'other', { id: string; no: string; classId: string }>
let up: readonly NoticeLineOf[] = []
beforeAll(async () => {
  s = await flowSchool(students)
  told = captureNotifications(s.server)
  for (const event of ['publicNotice.ended', 'publicNotice.objectionDecided']) {
    const listener: Listener = { kind: 'listener', events: [event], name: `test.${event}`, run: async (_ctx, all) => void heard.push(...all.map(p => ({ event, ...p }))) }
    ;(s.server.core.registry.listeners as Map<string, readonly Listener[]>).set(event, [listener])
  }
  addRegistration(s.server.core.registry, noticeKinds, { entity: errand, movesUp: async () => up })
  const { id } = (await s.officer.post<{ id: string }>('base/student/add', students.draftOf(s.ids.s2301, { name: '陆一鸣' }))).data
  mate = await students.selfOf(s, id)
  const rows = await s.db.query<{
    userId: string
    id: string
    no: string
    classId: string
  }>(sql`select u.id as "userId", s.id, s.student_no as no, s.class_id as "classId" from sys_user u
    join student s on s.tenant_id = u.tenant_id and s.id = u.student_id where u.tenant_id = ${s.tenantId}`)
  const of = (who: Actor) => rows.find(r => r.userId === who.userId) as (typeof rows)[number]
  pupils = { own: of(s.student), mate: of(mate), other: of(s.other) }
  await s.db.query(sql`update sys_user set student_id = ${pupils.own.id} where id = ${s.student.userId}`)
})
afterAll(() => s.close())

async function result(who: keyof typeof pupils, more: Record<string, unknown> = {}): Promise<NoticeLineOf> {
  const { id } = await s.db.insert(errand, { userId: s.student.userId, studentId: pupils[who].id, place: '助学金', days: 1, kind: 'work', state: 'approved', ...more })
  return { bizId: id, studentId: pupils[who].id, values: { item: '国家助学金', level: '一档', phone: '13812342071' } }
}
const publish = async (more: Partial<NoticeOf> = {}, who: Array<keyof typeof pupils> = ['own', 'mate', 'other']) => {
  const lines = more.lines ?? (await Promise.all(who.map(w => result(w))))
  const round = { id: crypto.randomUUID(), name: '国家助学金', noticeWorkdays: 5, ownerDepartmentId: s.ids.info }
  return s.db.tx(db => publishNotice({ db }, { round, roundOf: errand, of: errand, level: 'school', columns: ['name', 'studentNo', 'item', 'level'], ...more, lines }))
}
const linesOf = (noticeId: string) =>
  s.db.query<{ id: string; bizId: string; studentId: string; state: string; shown: Record<string, string> }>(
    sql`select id, biz_id as "bizId", student_id as "studentId", state, shown from public_notice_line where notice_id = ${noticeId} order by id`,
  )
const lineOf = async (noticeId: string, who: keyof typeof pupils) =>
  (await linesOf(noticeId)).find(l => l.studentId === pupils[who].id) as Awaited<ReturnType<typeof linesOf>>[number]
const isRunningFor = async (who: Actor, id: string) => (await who.get<OutputOf<typeof runningNotices>[]>('workflow/publicNotice/running')).data?.find(n => n.id === id)?.count ?? 0
const read = (who: Actor, noticeId: string, more: Record<string, unknown> = {}) => who.get<OutputOf<typeof noticePeople>>('workflow/publicNotice/people', { noticeId, ...more })
const raise = (who: Actor, lineId: string, more: Record<string, unknown> = {}) =>
  who.post<{ id: string; dueOn: string }>('workflow/objection/raise', { lineId, grounds: '家庭情况与申请不符，去年已有资助', contact: '13900001111', ...more })
const decide = (who: Actor, id: string, upheld: boolean) =>
  who.post<{ movedUp: string[] }>('workflow/objection/decide', { id, upheld, answer: upheld ? '经核实情况属实' : '经核实材料齐全' })
const raised = async (who: Actor, lineId: string, more: Record<string, unknown> = {}): Promise<string> => {
  const answer = await raise(who, lineId, more)
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data.id
}
/** Shifts the notice to begin and end this many hours from now. */
const shift = (id: string, beginHours: number, endHours: number) =>
  s.db.query(sql`update public_notice set begin_at = now() + make_interval(hours => ${beginHours}), end_at = now() + make_interval(hours => ${endHours}) where id = ${id}`)

describe('what a notice may show', () => {
  it('40-N1 never offers phone, identity number, account, address, family, scores or reasons, and only two kinds of rows show more', () => {
    const forbidden = ['phone', 'idNo', 'cardNo', 'address', 'family', 'score', 'reason', 'constructor']
    for (const kind of ['errand', 'aidApplication', 'toString']) expect(Object.keys(columnsFor(kind))).toEqual(['name', 'studentNo', 'college', 'className', 'item', 'level'])
    for (const kind of ['errand', 'statusChange', 'cqaSheet']) expect(forbidden.filter(key => Object.hasOwn(columnsFor(kind), key))).toEqual([])
    expect(Object.keys(columnsFor('statusChange')).at(-1)).toBe('admissionScore')
    expect(Object.keys(columnsFor('cqaSheet')).slice(-3)).toEqual(['dimensions', 'total', 'rank'])
  })
  it('40-N1 hides the middle of a student number of any length and keeps its length', () => {
    for (let length = 1; length <= 20; length++) {
      const no = '1234567890'.repeat(2).slice(0, length)
      const masked = maskedNo(no)
      expect(masked).toHaveLength(length)
      expect([masked.includes('*'), /^\d*\*+\d*$/.test(masked)]).toEqual([true, true])
    }
    expect(maskedNo('2023001234')).toBe('2023****34')
  })
  it('40-N1 keeps of what a module hands in only the columns the batch chose, and refuses others by name', async () => {
    const { id } = await publish({ columns: ['studentNo', 'level'] })
    const no = pupils.own.no
    expect((await lineOf(id, 'own')).shown).toEqual({ studentNo: maskedNo(no), level: '一档' })
    const seen = await read(s.other, id)
    expect(JSON.stringify(seen.data)).not.toContain(no)
    expect((await read(s.other, id, { keyword: no })).data.total).toBe(0)
    await expect(publish({ columns: ['name', 'phone'] })).rejects.toThrow('公示不能包含“电话”，可以选 姓名、学号')
    await expect(publish({ columns: ['level'] })).rejects.toThrow('至少要有姓名或学号')
  })
  it('40-N1 shows people who have no student number yet', async () => {
    await s.db.query(sql`update student set student_no = null where id = ${pupils.other.id}`)
    try {
      const { id } = await publish({}, ['other'])
      expect((await lineOf(id, 'other')).shown).toMatchObject({ studentNo: '' })
    } finally {
      await s.db.query(sql`update student set student_no = ${pupils.other.no} where id = ${pupils.other.id}`)
    }
  })
  it('puts each result on one notice at a time, and says so in its own state', async () => {
    const line = await result('own')
    const both = await Promise.allSettled([publish({ lines: [line] }), publish({ lines: [line] })])
    expect(both.map(b => b.status).sort()).toEqual(['fulfilled', 'rejected'])
    const [row] = await s.db.query<{ state: string; diff: unknown }>(
      sql`select e.state, l.diff from errand e join operation_log l on l.biz_id = e.id and l.source = 'publicNotice' where e.id = ${line.bizId}`,
    )
    expect(row).toEqual({ state: 'publicised', diff: { state: { from: 'approved', to: 'publicised' } } })
    await expect(publish({ lines: [line] })).rejects.toThrow('1 条结果已在公示中')
  })
})

describe('how long it stands and who reads it', () => {
  it('40-N2 stands for exactly so many whole working days of any calendar', () => {
    for (let seed = 1; seed < 200; seed++) {
      const off = new Set(Array.from({ length: 60 }, (_, i) => addDays('2026-09-01', i)).filter((_, i) => (seed * (i + 7) * 31) % 10 < 3))
      const isWorkday = (date: string): boolean => !off.has(date)
      const begin = new Date(Date.parse('2026-09-01T00:00:00+08:00') + ((seed * 37) % 96) * HOUR_MS)
      const n = (seed % 7) + 1
      const end = noticeEnd(begin, n, isWorkday)
      const whole = Array.from({ length: 90 }, (_, i) => addDays('2026-09-01', i)).filter(d => {
        const from = Date.parse(`${d}T00:00:00+08:00`)
        return isWorkday(d) && from >= begin.getTime() && from + DAY_MS <= end.getTime()
      })
      expect(whole).toHaveLength(n)
      expect(Date.parse(`${whole.at(-1)}T00:00:00+08:00`) + DAY_MS).toBe(end.getTime())
    }
  })
  it('40-N2 shows a class notice to the class, a college notice to the college, a school notice to everybody signed in', async () => {
    const [ofClass, ofCollege, ofSchool] = [await publish({ level: 'class' }), await publish({ level: 'college' }), await publish({ level: 'school' })]
    const counts = async (who: Actor) => Promise.all([ofClass, ofCollege, ofSchool].map(n => isRunningFor(who, n.id)))
    expect(await counts(s.student)).toEqual([2, 2, 3])
    expect(await counts(s.other)).toEqual([1, 1, 3])
    expect(await counts(s.fdy)).toEqual([2, 2, 3])
    expect(await counts(s.college)).toEqual([0, 2, 3])
    expect((await read(s.college, ofClass.id)).code).toBe(404)
    expect((await raise(s.other, (await lineOf(ofCollege.id, 'own')).id)).code).toBe(404)
    expect((await s.anonymous.get('workflow/publicNotice/running')).code).toBe(401)
    const elsewhere = await (await s.another()).as({ roles: ['officer', 'student'] })
    expect([await isRunningFor(elsewhere, ofSchool.id), (await read(elsewhere, ofSchool.id)).code]).toEqual([0, 404])
  })
  it('40-N2 is there from its first to its last moment, whatever any job did, and readers cannot take the list away', async () => {
    const early = await publish({ beginAt: new Date(Date.now() + HOUR_MS) })
    expect([early.state, (await read(s.student, early.id)).code]).toEqual(['scheduled', 404])
    await shift(early.id, -1, 1)
    expect((await read(s.student, early.id)).code).toBe(200)
    await shift(early.id, -2, 0)
    expect([(await read(s.student, early.id)).code, await isRunningFor(s.student, early.id)]).toEqual([404, 0])
    for (const who of [s.student, s.fdy, s.officer]) expect((await who.post('workflow/publicNoticeLine/export', {})).code).toBe(404)
  })
})

describe('an objection', () => {
  it('40-N3 suspends that one result and nobody else, and its handlers have it before them', async () => {
    const notice = await publish()
    const id = await raised(mate, (await lineOf(notice.id, 'own')).id)
    expect((await linesOf(notice.id)).map(l => l.state).sort()).toEqual(['shown', 'shown', 'suspended'])
    expect(await isRunningFor(s.other, notice.id)).toBe(3)
    const [todo] = await s.db.query<{ title: string }>(sql`select title from todo where user_id = ${s.officer.userId} and biz_id = ${id} and state = 'open'`)
    expect(todo?.title).toBe('答复异议：国家助学金')
    expect((await decide(s.officer, id, false)).code).toBe(200)
    expect((await lineOf(notice.id, 'own')).state).toBe('shown')
    const mine = (await mate.get<OutputOf<typeof myObjections>[]>('workflow/objection/mine')).data.find(o => o.id === id)
    expect([mine?.state, mine?.answer]).toEqual(['dismissed', '经核实材料齐全'])
  })
  it('40-N3 lets nobody but its handlers know who raised it', async () => {
    const notice = await publish()
    const id = await raised(mate, (await lineOf(notice.id, 'own')).id)
    const seen = await s.officer.get<OutputOf<typeof objectionHearing>>('workflow/objection/hearing', { id })
    expect([seen.data.claimant, seen.data.contact, seen.data.canDecide]).toEqual([expect.stringContaining('软件2301'), '13900001111', true])
    expect(rule(await s.admin.get('workflow/objection/hearing', { id }))).toBe('422 workflow.objection.notHandler')
    expect(rule(await decide(s.admin, id, true))).toBe('422 workflow.objection.notHandler')
    const answers = await Promise.all(
      [s.officer, s.admin].flatMap(who => [
        who.get('workflow/objection/list', { id }),
        who.get('workflow/objection/getOne', { id }),
        who.get('workflow/objection/history', { id }),
        who.get('workflow/publicNotice/list', { id: notice.id }),
      ]),
    )
    for (const answer of answers) for (const secret of [mate.userId, '13900001111', '陆一鸣 软件2301']) expect(answer.raw.toString()).not.toContain(secret)
    for (const who of [s.student, s.fdy, s.college]) expect([403, 404]).toContain((await who.get('workflow/objection/hearing', { id })).code)
    expect((await s.college.get<{ page: { total: number } }>('workflow/objection/list', { id })).data.page.total).toBe(0)
    expect((await told('workflow.objectionArrived')).filter(h => JSON.stringify(h).includes(mate.userId))).toEqual([])
  })
  it('40-N3 takes evidence that only its handlers read, and that no list of files ties to who brought it', async () => {
    const notice = await publish()
    const [line, theirs] = [await lineOf(notice.id, 'own'), await lineOf(notice.id, 'other')]
    const put = async () => (await upload<{ fileId: string }>(mate, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.4\n%%EOF\n'), '证明.pdf')).data.fileId
    const file = await put()
    const id = await raised(mate, line.id, { files: [file] })
    const link = (who: Actor) => who.get('oss/oss/endpoint/link-file', { fileId: file })
    expect([(await link(s.officer)).status, (await link(s.student)).code, (await link(s.college)).code]).toEqual([200, 404, 404])
    expect((await s.officer.get<OutputOf<typeof objectionHearing>>('workflow/objection/hearing', { id })).data.files).toEqual([file])
    const [owner] = await s.db.query<{ id: string }>(sql`select owner_id as id from attachment where id = ${file}`)
    expect(owner?.id).toBe(s.officer.userId)
    expect(rule(await raise(s.other, theirs.id, { files: [await put()] }))).toBe('422 file.notYours')
    expect((await lineOf(notice.id, 'other')).state).toBe('shown')
  })
  it('40-N3 is heard by the college’s own managers where the notice says so, and by the office where it has none', async () => {
    const notice = await publish({ handlerRole: 'college' })
    const [ours, theirs] = [await raised(mate, (await lineOf(notice.id, 'own')).id), await raised(mate, (await lineOf(notice.id, 'other')).id)]
    expect((await s.college.get('workflow/objection/hearing', { id: ours })).code).toBe(200)
    expect(rule(await s.officer.get('workflow/objection/hearing', { id: ours }))).toBe('422 workflow.objection.notHandler')
    expect((await s.college.get('workflow/objection/hearing', { id: theirs })).code).toBe(404)
    expect((await s.officer.get('workflow/objection/hearing', { id: theirs })).code).toBe(200)
  })
  it('40-N3 is due in three working days, is raised once by one person, and can be taken back', async () => {
    const line = (await lineOf((await publish()).id, 'own')).id
    const all = await Promise.all(Array.from({ length: 4 }, () => raise(mate, line)))
    expect(all.map(a => rule(a)).sort()).toEqual(['200 ', ...Array(3).fill('422 workflow.objection.twice')])
    const id = all.find(a => a.code === 200)?.data.id as string
    const [row] = await s.db.query<{ days: number }>(
      sql`select (select count(*)::int from generate_series(raised_at::date + 1, due_on, interval '1 day') d where extract(isodow from d) < 6) as days from objection where id = ${id}`,
    )
    expect(row?.days).toBe(3)
    expect((await s.student.post('workflow/objection/withdraw', { id })).code).toBe(404)
    expect((await mate.post('workflow/objection/withdraw', { id })).code).toBe(200)
    const traces = await s.db.query(sql`select created_by as by from objection where id = ${id} and (created_by is not null or updated_by is not null)
      union all select updated_by from public_notice_line where id = ${line} and updated_by = ${mate.userId}
      union all select user_id from operation_log where biz_id = any(${[id, line]}::uuid[]) and user_id = ${mate.userId}`)
    expect(traces, 'who objected stands in no record of who wrote what').toEqual([])
    expect(rule(await decide(s.officer, id, true))).toBe('422 workflow.objection.withdrawn')
    expect(rule(await mate.post('workflow/objection/withdraw', { id }))).toBe('422 workflow.objection.settled')
    expect((await raise(mate, line)).code).toBe(200)
  })
  it('40-N3 reminds its handlers from the day it is due, until it is answered', async () => {
    const line = await lineOf((await publish()).id, 'own')
    const [id, later] = [await raised(mate, line.id), await raised(s.other, line.id)]
    await s.db.query(sql`update objection set due_on = '2026-01-05' where id = ${id}`)
    const reminded = async () => (await told('workflow.objectionDue', s.officer.userId)).flatMap(h => (h.bizId === id || h.bizId === later ? [h.bizId] : []))
    await remindObjections(s.db, '2026-01-04')
    expect(await reminded()).toEqual([])
    await remindObjections(s.db, '2026-01-05')
    expect(await reminded()).toEqual([id])
    await decide(s.officer, id, false)
    await remindObjections(s.db, '2026-01-06')
    expect(await reminded()).toEqual([id])
  })
  it('40-N3 upheld takes the result off, tells its module and answers everybody who objected; two who decide at once make one decision', async () => {
    const notice = await publish()
    const line = await lineOf(notice.id, 'own')
    const [id, second] = [await raised(mate, line.id), await raised(s.other, line.id)]
    const answers = await Promise.all([decide(s.officer, id, true), decide(s.officer, id, true), decide(s.officer, id, true)])
    expect(answers.map(a => rule(a)).sort()).toEqual(['200 ', '422 workflow.objection.settled', '422 workflow.objection.settled'])
    expect((await lineOf(notice.id, 'own')).state).toBe('removed')
    const kept = await s.db.query<{ id: string; by: string; state: unknown }>(
      sql`select biz_id as id, user_id as by, diff -> 'state' as state from operation_log where biz_id = any(${[line.id, second]}::uuid[]) and action = 'update'`,
    )
    expect(new Map(kept.map(k => [k.id, [k.by, k.state]]))).toEqual(
      new Map([
        [line.id, [s.officer.userId, { from: 'suspended', to: 'removed' }]],
        [second, [s.officer.userId, { from: 'open', to: 'upheld' }]],
      ]),
    )
    await s.server.settle()
    const tells = heard.filter(h => h.bizId === line.bizId)
    expect(tells.map(h => [h.event, h.objectionId, h.bizType, h.upheld]).sort()).toEqual([id, second].map(o => ['publicNotice.objectionDecided', o, 'errand', true]).sort())
    expect((await told('workflow.objectionAnswered', s.other.userId)).length).toBeGreaterThan(0)
    expect((await told('workflow.resultChanged', s.student.userId)).some(h => h.bizId === notice.id)).toBe(true)
    expect((await raise(s.other, line.id)).code).toBe(404)
  })
  it('40-N3 lets the whole notice run again for its full length only when somebody moves up, with what is open against others', async () => {
    const notice = await publish({}, ['own', 'mate'])
    await shift(notice.id, -48, 1)
    const first = await raised(s.other, (await lineOf(notice.id, 'own')).id)
    const still = await raised(s.other, (await lineOf(notice.id, 'mate')).id)
    up = [await result('other')]
    const answer = await decide(s.officer, first, true)
    expect(answer.data.movedUp).toEqual(up.map(u => u.bizId))
    const [again] = await s.db.unscoped(publicNotice).all({ previousId: notice.id }) // test setup: no data scope
    up = []
    expect((await s.db.unscoped(publicNotice).one(notice.id)).state).toBe('stopped') // test setup: no data scope
    expect([again?.state, again?.workdays, Date.parse(again?.endAt ?? '') > Date.now() + 4 * DAY_MS]).toEqual(['running', 5, true])
    const lines = await linesOf(again?.id ?? '')
    expect(lines.map(l => [l.studentId, l.state]).sort()).toEqual(
      [
        [pupils.mate.id, 'suspended'],
        [pupils.other.id, 'shown'],
      ].sort(),
    )
    expect((await decide(s.officer, still, false)).code).toBe(200)
    expect((await linesOf(again?.id ?? '')).map(l => l.state)).toEqual(['shown', 'shown'])
  })
})

describe('the end', () => {
  it('40-N4 cannot come early, and nothing goes on while the notice runs or an objection is open', async () => {
    const notice = await publish()
    const all = (await linesOf(notice.id)).map(l => l.bizId)
    await expect(s.db.query(sql`update public_notice set state = 'ended', ended_at = now() where id = ${notice.id}`)).rejects.toThrow()
    await followNotices(s.db)
    await expect(mustBeCleared(s.db, 'errand', all)).rejects.toThrow('3 条结果还在公示')
    const suspended = await lineOf(notice.id, 'own')
    const id = await raised(mate, suspended.id)
    await shift(notice.id, -200, -1)
    await Promise.all([followNotices(s.db), followNotices(s.db)])
    await s.server.settle()
    expect(heard.filter(h => h.noticeId === notice.id)).toEqual([{ event: 'publicNotice.ended', noticeId: notice.id, roundId: notice.roundId }])
    expect((await clearedOf(s.db, notice.id)).sort()).toEqual(all.filter(b => b !== suspended.bizId).sort())
    await expect(mustBeCleared(s.db, 'errand', [suspended.bizId])).rejects.toThrow('1 条结果有未办结的异议')
    expect((await raise(s.other, suspended.id)).errors[0]?.rule).toBe('workflow.objection.notRunning')
    await decide(s.officer, id, false)
    await mustBeCleared(s.db, 'errand', all)
    expect((await clearedOf(s.db, notice.id)).sort()).toEqual([...all].sort())
  })
  it('40-N3 takes no objection once the time is over, also before the notice has been ended', async () => {
    const notice = await publish()
    const line = await lineOf(notice.id, 'own')
    await shift(notice.id, -200, -1)
    expect((await raise(mate, line.id)).errors[0]?.rule).toBe('workflow.objection.notRunning')
  })
  it('keeps neither what was shown nor who objected after its time, and keeps the conclusion', async () => {
    const notice = await publish()
    const [id, open] = [await raised(mate, (await lineOf(notice.id, 'own')).id), await raised(mate, (await lineOf(notice.id, 'other')).id)]
    await decide(s.officer, id, false)
    await shift(notice.id, -24 * 400, -24 * 200)
    await followNotices(s.db)
    expect(await forgetNotices(s.db)).toBe(0)
    await decide(s.officer, open, false)
    expect(await forgetNotices(s.db)).toBe(1)
    expect((await linesOf(notice.id)).map(l => l.shown)).toEqual([{}, {}, {}])
    const [kept] = await s.db.unscoped(objection).with('claimantId', 'contact').all({ id }) // test setup: no data scope
    expect([kept?.claimantId, kept?.contact, kept?.answer]).toEqual([null, null, '经核实材料齐全'])
    expect((await s.db.unscoped(publicNoticeLine).count({ noticeId: notice.id, state: 'cleared' })) > 0).toBe(true) // test setup: no data scope
  })
  it('tells those on it when it begins, and lists it to offices of its scope only', async () => {
    const notice = await publish({}, ['own'])
    expect((await told('workflow.noticed', s.student.userId)).some(h => h.bizId === notice.id)).toBe(true)
    const listed = async (who: Actor) =>
      (await who.get<{ result: Array<{ id: string; openObjections: number }> }>('workflow/publicNotice/list', { id: notice.id })).data?.result.length
    const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect(await Promise.all([s.officer, s.college, art, s.student].map(listed))).toEqual([1, 1, 0, undefined])
  })
})
