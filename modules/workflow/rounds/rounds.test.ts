import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subjectOf } from '#flow/index.ts'
import { fill } from '#model'
import { HOUR_MS } from '#model/days.ts'
import * as students from '#modules/student/testing.ts'
import { user } from '#modules/system/model/user.ts'
import { audienceAccounts } from '#modules/system/server/api.ts'
import { addRegistration } from '#testing/registrations.ts'
import { explain, qualifies } from '../flows/model/explain.ts'
import { holdSeat, isInAudience, issueSeats, releaseSeat, returnSeat, seatsOf, useSeat } from '../server/api.ts'
import { asks, type FlowSchool, flow, flowSchool, handIn, line, logsOf, people, rule, stateOf } from '../testing.ts'
import { phaseOf, type RoundEntity, type RoundRow, roundRefusals } from './model/round.ts'
import { freeze } from './server/audience.ts'
import { gapsOf } from './server/gaps.ts'
import { kindOf, roundKinds } from './server/round-kinds.ts'

let school: FlowSchool
beforeAll(async () => {
  school = await flowSchool(students)
})
afterAll(() => school.close())

const at = (time: string): number => Date.parse(`2026-09-28T${time}+08:00`)
const window = { beginTime: '2026-09-28T08:00:00+08:00', endTime: '2026-09-28T20:00:00+08:00' }

describe('a round by the clock', () => {
  it('10-W21 is open from its first moment to the one before its end, whatever any job does', () => {
    const phases = ['07:59:59.999', '08:00:00', '19:59:59.999', '20:00:00'].map(time => phaseOf({ state: 'published', ...window }, at(time)))
    expect(phases).toEqual(['upcoming', 'open', 'open', 'closed'])
  })
  it('10-W21 takes nothing while it is a draft, paused, closed or cancelled', () => {
    expect((['draft', 'pending', 'paused', 'closed', 'archived', 'cancelled'] as const).map(state => phaseOf({ state, ...window }, at('12:00:00')))).toEqual([
      'draft',
      'pending',
      'paused',
      'closed',
      'archived',
      'cancelled',
    ])
  })
})

describe('the select boxes of rounds', () => {
  it.each(['process/getTaskSelect', 'process/getMyTaskSelect'])('%s answers under both prefixes, and 401 without a token', async path => {
    for (const prefix of ['/api/flySource-base/', '/api/base-resource/']) {
      const answer = await school.student.get<unknown[]>(prefix + path, { processType: 'errand', ...(path.includes('My') ? { isShowFdyTask: 1 } : {}) })
      expect([answer.code, answer.data]).toEqual([200, []])
      expect((await school.anonymous.get(prefix + path)).code).toBe(401)
    }
  })
})

describe('approvers of an audience', () => {
  it('10-W22 names everybody who has nobody at a step, by step, with their number', async () => {
    const subject = subjectOf('errand')
    if (!subject) throw new Error('no errand')
    const batchId = await flow(school, line(asks('counsellor', { by: 'relation', relation: 'fdy' }), asks('office', people(school.officer))))
    const accounts = await audienceAccounts(school.db, { roles: ['student'] }, school.db.unscoped(user)) // test runs with school-wide scope
    expect(await gapsOf(school.db, subject, accounts, batchId)).toMatchObject([{ step: 'counsellor审批', count: 1, sample: [{ place: '视觉2301' }] }])
  })
})

describe('a batch of applications', () => {
  const moment = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const post = <T>(verb: string, body: Record<string, unknown>) => school.officer.post<T>(`errand/errandRound/${verb}`, body)
  it('10-W22 is not published where people have nobody who decides, unless whoever publishes has read their names; 10-W18 ends its applications with it', async () => {
    const draft = { name: '返乡外出', beginTime: moment(-1), endTime: moment(24), audience: { roles: ['student'] }, atEnd: 'refuse' }
    const made = await post<{ id: string }>('add', draft)
    expect([made.code, made.msg]).toEqual([200, '成功'])
    const { id } = made.data
    expect((await post('previewRound', { id })).data).toMatchObject({ count: 2, gaps: [{ step: '辅导员审批', count: 1, sample: [{ place: '视觉2301' }] }] })
    const refused = await post('publish', { id })
    const [name] = await school.db.query<{ name: string }>(sql`select nick_name as name from sys_user where id = ${school.other.userId}`)
    expect([rule(refused), refused.msg.includes(`辅导员审批 1（${name?.name}）`)]).toEqual(['422 errand.errandRound.gaps', true])
    expect((await post('publish', { id, confirmGaps: true })).data).toEqual({ count: 2 })
    const mine = await school.student.get<Array<{ id: string; isCurrent: boolean }>>('/api/flySource-base/process/getMyTaskSelect', { processType: 'errand' })
    expect(mine.data).toMatchObject([{ id, isCurrent: true }])
    const of = await handIn(school.student, id)
    expect((await post('close', { id, reason: '名额已满' })).code).toBe(200)
    expect((await stateOf(school, of)).row).toBe('rejected')
    expect((await logsOf(school, of.instanceId)).at(-1)).toMatchObject({ action: 'autoReject', opinion: '名额已满' })
  })
  it('10-W20 goes to nobody only where its people make their accounts while it runs', async () => {
    const made = await post<{ id: string }>('add', { name: '还没有人的', beginTime: moment(-1), endTime: moment(24), audience: { roles: ['applicant'] }, atEnd: 'stay' })
    const publish = () => post('publish', { id: made.data.id, confirmGaps: true })
    expect(rule(await publish())).toBe('422 errand.errandRound.nobody')
    const options: { mayBeEmpty?: true } = kindOf(school.db, { name: 'errandRound' }).options
    options.mayBeEmpty = true
    expect((await post('previewRound', { id: made.data.id })).data).toMatchObject({ count: 0, mayBeEmpty: true })
    expect((await publish()).data).toEqual({ count: 0 })
    delete options.mayBeEmpty
  })
  it('10-W18 lets open applications go on where the round says so', async () => {
    const made = await post<{ id: string }>('add', { name: '继续审批的', beginTime: moment(-1), endTime: moment(24), audience: { roles: ['student'] }, atEnd: 'stay' })
    expect((await post('publish', { id: made.data.id, confirmGaps: true })).code).toBe(200)
    const of = await handIn(school.student, made.data.id)
    expect((await post('close', { id: made.data.id, reason: '名额已满' })).code).toBe(200)
    expect((await stateOf(school, of)).row).toBe('pending')
  })
})

describe('an audience in several realms', () => {
  it('10-W20 has each student once, with the account of the main realm where there is one', async () => {
    const { db, student, other } = school
    const { studentId } = await db.unscoped(user).one(student.userId) // test runs with school-wide scope
    const [double, before] = [
      await school.as({ realm: 'welcome', roles: ['newStudent'], studentId }),
      await school.as({
        realm: 'welcome',
        roles: ['newStudent'],
        studentId: (await school.officer.post<{ id: string }>('base/student/add', students.draftOf(school.ids.s2301))).data.id,
      }),
    ]
    const accounts = await audienceAccounts(db, { all: true }, db.unscoped(user), { realm: ['admin', 'welcome'] }) // test runs with school-wide scope
    const ids = new Set((await db.query<{ id: string }>(sql`select a.id from ${accounts} a`)).map(a => a.id))
    expect([student, other, before, double].map(of => ids.has(of.userId))).toEqual([true, true, true, false])
  })
})

describe('a frozen audience', () => {
  it('10-W20 keeps whoever belonged to it when it was published, and nobody who comes later', async () => {
    const { db, student, other, tenantId } = school
    const entity = { name: 'frozenRound', module: 'workflow', options: { refusals: roundRefusals } } as unknown as RoundEntity
    addRegistration(school.server.core.registry, roundKinds, {
      entity,
      options: { processType: 'frozenRound', audience: 'frozen', link: '/' },
      permission: 'workflow:frozenRound:publish',
    })
    const row = {
      id: randomUUID(),
      publisher: { userId: student.userId, departmentId: null, teacherId: null, studentId: null, reaches: [] },
      publishedAt: new Date().toISOString(),
      audience: { roles: ['student'] },
    } as unknown as RoundRow
    await freeze(db, row.id, await audienceAccounts(db, { userIds: [student.userId] }, db.unscoped(user))) // test runs with school-wide scope
    expect([await isInAudience(db, entity, row, student.userId), await isInAudience(db, entity, row, other.userId)]).toEqual([true, false])
    expect(await db.query(sql`select student_id is not null as known from round_member where tenant_id = ${tenantId} and round_id = ${row.id}`)).toEqual([{ known: true }])
  })
})

describe('seats of a round', () => {
  const seat = (roundId: string, sourceId = randomUUID(), sourceSeq = 1) => ({ roundId, holder: '*', sourceType: 'errand', sourceId, sourceSeq })
  it('are never given twice: of twenty who want the last five at once, five get one and the others hear the numbers', async () => {
    const roundId = randomUUID()
    await issueSeats(school.db, seat(roundId), 5)
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => holdSeat(school.db, seat(roundId))))
    expect(answers.filter(a => a.status === 'fulfilled')).toHaveLength(5)
    const refused = answers.find(a => a.status === 'rejected')
    expect(String(refused?.reason)).toContain('共 5 个，已占 5 个，已用 0 个')
    expect(await seatsOf(school.db, roundId, '*')).toEqual({ issued: 5, held: 5, used: 0, free: 0 })
  })
  it('move once for one cause, and their entries make up the sums', async () => {
    const roundId = randomUUID()
    await issueSeats(school.db, seat(roundId), 2)
    const mine = randomUUID()
    expect([await holdSeat(school.db, seat(roundId, mine)), await holdSeat(school.db, seat(roundId, mine))]).toEqual([true, false])
    await useSeat(school.db, seat(roundId, mine, 2))
    await returnSeat(school.db, seat(roundId, mine, 3))
    await expect(releaseSeat(school.db, seat(roundId, mine, 4))).rejects.toThrow('没有可以释放的名额')
    expect(await seatsOf(school.db, roundId, '*')).toEqual({ issued: 2, held: 0, used: 0, free: 2 })
    const entries = await school.db.query<{ kind: string }>(
      sql`select e.kind from seat_entry e join seat_balance b on b.id = e.account_id where b.round_id = ${roundId} order by e.id`,
    )
    expect(entries.map(e => e.kind)).toEqual(['issue', 'hold', 'use', 'return'])
  })
})

describe('conditions of a round', () => {
  const known = [
    { name: 'score', label: '平均成绩', type: 'number', unit: '分', from: 'module' },
    { name: 'failed', label: '不及格门数', type: 'number', from: 'module' },
  ] as const
  const conditions = [
    { name: '成绩', when: { all: [{ fact: 'score', op: 'ge', value: 80 } as const, { fact: 'failed', op: 'le', value: 0 } as const] } },
    { name: '在册', when: { fact: 'score', op: 'filled' } as const },
  ]
  it('say which of them failed, with the value that made it fail', () => {
    const told = explain(conditions, { facts: { score: 85, failed: 2 } }, known, (text, values) => fill(text, values))
    expect(told).toEqual([
      { name: '成绩', isMet: false, failed: [{ says: '不及格门数不超过 0', fact: 'failed', value: 2 }] },
      { name: '在册', isMet: true, failed: [] },
    ])
    expect([qualifies(told), qualifies(explain(conditions, { facts: { score: 85, failed: 0 } }, known, t => t))]).toEqual([false, true])
  })
})
