import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { ruleOf } from '#modules/hardship/testing.ts'
import { causedBy } from '#modules/standing/testing.ts'
import { today } from '#server/base/today.ts'
import { captureBeside } from '#testing/capture-events.ts'
import { addRegistration } from '#testing/registrations.ts'
import type { Actor } from '#testing/school.ts'
import { hoursOn, ok, type WorkSchool, workSchool } from '../testing.ts'
import { engagement } from './model/engagement.ts'
import { workPost } from './model/post.ts'
import { workBars } from './server/bars.ts'
import { lapse, passDays, remind } from './server/jobs.ts'

let s: WorkSchool
beforeAll(async () => {
  s = await workSchool()
})
afterAll(() => s.close())
const offer = (id: string, by: Actor = s.library) => by.post('workStudy/postApplication/offer', { id })
const accept = (who: Actor, id: string) => who.post('workStudy/postApplication/accept', { id })

it('30-SC2 a post that a student would leave stands on the sheet of the change', async () => {
  const postId = await s.post()
  const { actor } = await s.onDuty(postId, '钱一')
  const { title } = await s.db.unscoped(workPost).one(postId)
  expect(await causedBy(s, 'suspension', actor)).toContainEqual(['勤工助学离岗', title])
})
describe('offers', () => {
  it('40-W5 as many hold as there are seats, of twelve at once, and as many are on duty after all have accepted', async () => {
    const postId = await s.post({ headcount: 4 })
    const people = []
    for (let n = 0; n < 12; n++) people.push(await s.applicant(postId, `应聘${n}`))
    const offers = await Promise.all(people.map(p => offer(p.id)))
    expect(offers.filter(o => o.code === 200)).toHaveLength(4)
    expect(new Set(offers.filter(o => o.code !== 200).map(ruleOf))).toEqual(new Set(['full']))
    expect(await s.filled(postId)).toEqual([4, 'full'])
    const answers = await Promise.all(people.map(p => accept(p.actor, p.id)))
    expect(answers.filter(a => a.code === 200)).toHaveLength(4)
    expect(await s.db.unscoped(engagement).count({ postId, state: 'active' })).toBe(4)
    await expect(s.db.query(sql`update work_post set filled = 5 where id = ${postId}`)).rejects.toThrow()
  })
  it('40-W5 one that nobody answers lapses after 48 hours, told before, and its seat is free', async () => {
    const postId = await s.post({ headcount: 1 })
    const { id, actor } = await s.applicant(postId)
    ok(await offer(id))
    expect(await s.filled(postId)).toEqual([1, 'full'])
    expect([await remind(s.db, Date.now() + 35 * HOUR_MS), await remind(s.db, Date.now() + 37 * HOUR_MS)]).toEqual([0, 1])
    expect([await lapse(s.db, Date.now() + 47 * HOUR_MS), await lapse(s.db, Date.now() + 49 * HOUR_MS)]).toEqual([0, 1])
    expect([(await s.application(id)).state, await s.filled(postId)]).toEqual(['lapsed', [0, 'open']])
    expect(ruleOf(await accept(actor, id))).toBe('lapsed')
    ok(await offer(id))
    ok(await actor.post('workStudy/postApplication/decline', { id, note: '时间不合适' }))
    expect(await s.filled(postId)).toEqual([0, 'open'])
  })
  it('40-W4 recognised students come first for three days; the employer learns only whether an offer is possible', async () => {
    const postId = await s.post({ difficultyFirst: true })
    const [poor, other] = [await s.applicant(postId, '困难生'), await s.applicant(postId, '普通生')]
    ok(await s.adjust(s.officer, poor.studentId, 'hard'))
    const read = async () => {
      const answer = await s.library.get<{ applicants: Array<{ id: string; mayOffer: boolean }> }>('workStudy/postApplication/board', { postId })
      expect(answer.raw.toString()).not.toMatch(/hard|level|isRecognised/)
      return new Map(ok(answer).applicants.map(a => [a.id, a.mayOffer]))
    }
    expect([(await read()).get(poor.id), (await read()).get(other.id)]).toEqual([true, false])
    const early = await offer(other.id)
    expect([ruleOf(early), early.errors[0]?.values]).toEqual(['priority', { until: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) }])
    expect(await s.filled(postId)).toEqual([0, 'open'])
    ok(await offer(poor.id))
    await s.db.update(workPost, postId, { openedAt: new Date(Date.now() - 73 * HOUR_MS).toISOString() })
    expect((await read()).get(other.id)).toBe(true)
    ok(await offer(other.id))
  })
  it('40-W3 at most two posts at a time, though two offers are accepted at once', async () => {
    const posts = [await s.post(), await s.post(), await s.post(), await s.post()]
    const studentId = await s.student('三岗')
    const actor = await s.self(studentId)
    const ids = []
    for (const postId of posts) ids.push(ok(await s.apply(actor, postId)).id)
    for (const id of ids) ok(await offer(id))
    const answers = await Promise.all(ids.map(id => accept(actor, id)))
    expect(answers.map(a => (a.code === 200 ? 'ok' : ruleOf(a))).sort()).toEqual(['ok', 'ok', 'posts', 'posts'])
    const next = await s.apply(actor, await s.post())
    expect([ruleOf(next), next.errors[0]?.values]).toEqual(['posts', { n: 2, most: 2 }])
  })
  it('40-W3 whoever is barred, by a punishment in force of a module that knows of it, neither applies nor is offered a post', async () => {
    const postId = await s.post()
    const { id, studentId } = await s.applicant(postId, '受限')
    const restore = addRegistration(s.server.core.registry, workBars, {
      name: 'discipline',
      find: async (_db, ids) => new Map(ids.includes(studentId) ? [[studentId, '记过处分期内']] : []),
    })
    const refused = await offer(id)
    expect([ruleOf(refused), refused.errors[0]?.values]).toEqual(['barred', { reason: '记过处分期内' }])
    restore()
    ok(await offer(id))
  })
  it('40-W3 a condition of the post refuses with the student’s own value, and tells the employer none', async () => {
    const postId = await s.post()
    const early = await s.applicant(postId, '早申请')
    const conditions = [{ name: '高年级', when: { fact: 'student.grade', op: 'le', value: 2020 } }]
    ok(await s.officer.post('workStudy/workPost/setConditions', { id: postId, conditions }))
    const refused = await s.apply(await s.self(await s.student('低年级')), postId)
    expect([ruleOf(refused), refused.msg]).toEqual(['unmet', expect.stringContaining('2023')])
    const told = await offer(early.id)
    expect([ruleOf(told), told.msg.includes('2023')]).toEqual(['unmet', false])
  })
  it('a counsellor states fitness beside the unit; whoever is unfit is not offered the post', async () => {
    const postId = await s.post()
    const { id } = await s.applicant(postId, '待意见')
    await s.server.settle()
    const todos = ok(await s.fdy.get<{ result: Array<{ title: string }> }>('base/todo/mine', {}))
    expect(todos.result.some(t => t.title.includes('待意见'))).toBe(true)
    ok(await s.fdy.post('workStudy/postApplication/opinion', { id, fdyFit: 'unfit', fdyOpinion: '课业重' }))
    expect(ruleOf(await offer(id))).toBe('unfit')
    ok(await s.fdy.post('workStudy/postApplication/opinion', { id, fdyFit: 'fit' }))
    ok(await offer(id))
  })
  it('interviews have seats and results', async () => {
    const postId = await s.post()
    const at = ok(await s.library.post<{ id: string }>('workStudy/postInterview/add', { postId, slot: new Date(Date.now() + 48 * HOUR_MS).toISOString(), place: '101', seats: 1 }))
    const [one, two] = [await s.applicant(postId, '面一'), await s.applicant(postId, '面二')]
    ok(await s.library.post('workStudy/postApplication/invite', { id: one.id, interviewId: at.id }))
    expect(ruleOf(await s.library.post('workStudy/postApplication/invite', { id: two.id, interviewId: at.id }))).toBe('interviewFull')
    ok(await s.library.post('workStudy/postApplication/result', { id: one.id, result: 88, note: '认真' }))
    ok(await s.library.post('workStudy/postApplication/turnDown', { id: two.id, note: '人数已满' }))
    const mine = ok(await one.actor.get<Array<{ state: string; interviewPlace: string }>>('workStudy/postApplication/mine'))
    expect(mine).toMatchObject([{ state: 'interview', interviewPlace: '101', result: 88 }])
  })
})
describe('what an employer sees', () => {
  it('40-W10 name, class, skills and opinion; the telephone number once there is an offer', async () => {
    const postId = await s.post()
    const { id } = await s.applicant(postId, '林小语')
    const read = async () => ok(await s.library.get<Record<string, unknown>>('workStudy/postApplication/applicant', { id }))
    expect(await read()).toMatchObject({ name: '林小语', className: '软件2301', skills: '细心', phone: null })
    ok(await offer(id))
    expect((await read()).phone).toBe('13812342071')
  })
  it('40-W10 rows of another unit are not found, and the attempt is audited', async () => {
    const { id } = await s.applicant(await s.post())
    for (const path of ['workStudy/postApplication/getOne', 'workStudy/postApplication/applicant']) expect((await s.canteen.get(path, { id })).code).toBe(404)
    const triedOf = (bizId: string) =>
      s.db.query(sql`select 1 as one from audit_log where tenant_id = ${s.tenantId} and action = 'access.hidden' and user_id = ${s.canteen.userId} and biz_id = ${bizId}`)
    expect(await triedOf(id)).toHaveLength(2)
    expect((await offer(id, s.canteen)).code).toBe(404)
    expect(await triedOf(id)).toHaveLength(3)
    const postId = await s.post()
    const { version } = await s.db.unscoped(workPost).one(postId)
    expect((await s.canteen.post('workStudy/workPost/update', { id: postId, version, title: '别家' })).code).toBe(404)
    expect((await s.canteen.post('workStudy/workPost/remove', { ids: [postId] })).code).toBe(404)
    expect(await triedOf(postId)).toHaveLength(2)
    expect(ruleOf(await offer(id))).toBeUndefined()
    expect(ruleOf(await offer(id))).toBe('state') // refused, not hidden
    expect(await s.db.query(sql`select from audit_log where tenant_id = ${s.tenantId} and action = 'access.hidden' and user_id = ${s.library.userId}`)).toEqual([])
  })
})
describe('an end', () => {
  const stateOf = async (id: string) => {
    const { state, endCause, to } = await s.db.unscoped(engagement).one(id)
    return [state, endCause, to]
  }
  it('40-W9 with seven days of notice from either side, and by the clock on its day', async () => {
    const heard = captureBeside(s.server, 'workStudy.ended')
    const postId = await s.post()
    const { id, actor, studentId } = await s.onDuty(postId)
    await hoursOn(s, id, 12, today())
    const early = await actor.post('workStudy/engagement/quit', { id, to: addDays(today(), 6) })
    expect([ruleOf(early), early.errors[0]?.values]).toEqual(['noticeShort', { days: 7, first: addDays(today(), 7) }])
    expect(ruleOf(await s.library.post('workStudy/engagement/notice', { id, to: addDays(today(), 6) }))).toBe('noticeShort')
    ok(await actor.post('workStudy/engagement/quit', { id, to: addDays(today(), 7) }))
    await passDays(s.db, addDays(today(), 7))
    expect((await stateOf(id))[0]).toBe('active')
    await passDays(s.db, addDays(today(), 8))
    expect([await stateOf(id), await s.filled(postId)]).toEqual([
      ['ended', 'student', addDays(today(), 7)],
      [0, 'open'],
    ])
    await s.server.settle()
    expect(heard).toMatchObject([{ engagementId: id, studentId }])
    const stated = await s.db.query(sql`select kind, quantity::float8 as hours from evidence where student_id = ${studentId}`) // 50-EV1
    expect(stated).toEqual([{ kind: 'practice', hours: 12 }])
    ok(await s.library.post('workStudy/engagement/rate', { id, rating: 5, ratingNote: '负责' }))
  })
  it('40-W9 at once for whoever leaves school, with what is open of applying', async () => {
    const [one, two] = [await s.post(), await s.post({ headcount: 1 })]
    const { id, actor, studentId } = await s.onDuty(one)
    const open = ok(await s.apply(actor, two)).id
    ok(await offer(open))
    await s.db.emit('student.statusChanged', { studentId, from: 'active', to: 'suspended', effectiveDate: today(), changeId: null, reversed: false })
    await s.server.settle()
    expect([await stateOf(id), (await s.application(open)).state, await s.filled(two)]).toEqual([['ended', 'leftSchool', today()], 'withdrawn', [0, 'open']])
  })
})
