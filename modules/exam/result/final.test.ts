import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { taskOf } from '#modules/discipline/testing.ts'
import { reject } from '#modules/workflow/testing.ts'
import type { Actor } from '#testing/school.ts'
import { type Entrant, ok, ruleOf } from '../testing.ts'
import { enterBoth, examined, formulas, mine, publish as publishScores, type ResultSchool, resultSchool, tryRun } from './testing.ts'

let s: ResultSchool
beforeAll(async () => {
  s = await resultSchool()
})
afterAll(() => s.close())
const RUN = 'exam/admissionRun'
const finalise = (id: string, who: Actor = s.admissions) => who.post(`${RUN}/finalise`, { id })
const publish = (id: string, who: Actor = s.admissions) => who.post<{ admitted: number; told: number }>(`${RUN}/publish`, { id })
const stateOf = async (id: string) => (await s.admissions.get<{ result: Array<{ id: string; state: string }> }>(`${RUN}/list`, {})).data.result.find(r => r.id === id)?.state
interface Result {
  publishedAt: string | null
  state: string | null
  planLabel: string | null
  choices: Array<{ verdict: string; total: number; subjects: string[]; marks: number[]; lastTotal: number; lastMarks: number[]; missed: object | null }>
}
const result = async ({ actor }: Entrant, batchId: string) => ok(await actor.get<Result>(`${RUN}/mine`, { batchId }))
const PLAN = { quotas: [{ category: 'regular', places: 2 }] }

describe('30-ES7 the final run', () => {
  it('30-ES7 goes from admissions to the leader and is then published; nobody reads a result before, and each their own with its reasons', async () => {
    const { batch, who } = await examined(s, [140, 120, 110, 60], [PLAN])
    ok(await s.admissions.post('exam/examLine/add', { batchId: batch.id, category: 'regular', min: 170 }))
    const { id } = ok(await tryRun(s, batch.id))
    expect(ruleOf(await publish(id))).toBe('state')
    const lineShown = async () => ok(await mine(who[0] as Entrant, batch.id)).choices.map(c => c.line)
    ok(await finalise(id))
    expect(ruleOf(await publish(id))).toBe('state')
    expect((await result(who[0] as Entrant, batch.id)).publishedAt).toBeNull()
    await s.agree(id)
    expect(await stateOf(id)).toBe('approved')
    expect(await result(who[0] as Entrant, batch.id)).toMatchObject({ publishedAt: null, state: null, choices: [] })
    expect(await lineShown()).toEqual([null])
    expect((await s.row(who[0] as Entrant)).state).toBe('scored')
    expect(ruleOf(await publish(id))).toBe('notNoticed')
    await s.noticed(id)
    const both = await Promise.all([publish(id), publish(id, s.second)])
    expect(both.filter(a => a.code === 200).map(a => a.data)).toEqual([{ admitted: 2, told: 4 }])
    const all = await Promise.all(who.map(one => result(one, batch.id)))
    expect(all.map(of => [of.state, of.choices[0]?.verdict])).toEqual([
      ['admitted', 'admitted'],
      ['admitted', 'admitted'],
      ['waitlisted', 'full'],
      ['notAdmitted', 'below'],
    ])
    expect(all[2]?.choices).toMatchObject([{ total: 210, lastTotal: 220, subjects: ['skill', 'chinese'], marks: [110, 100], lastMarks: [120, 100], missed: null }])
    expect(all[3]?.choices).toMatchObject([{ total: 160, missed: { subject: null, min: 170, own: 160 } }])
    expect([all[0]?.planLabel !== null, all[2]?.planLabel]).toEqual([true, null])
    const stranger = await s.stranger()
    expect(ok(await stranger.actor.get<Result>(`${RUN}/mine`, { batchId: batch.id }))).toMatchObject({ publishedAt: null, choices: [] })
    expect(await lineShown()).toEqual([170])
    // whoever is complete counts to the end
    const board = ok(await s.admissions.get<{ paid: number; plans: Array<{ first: number; approved: number }> }>('exam/examApplication/board', { batchId: batch.id }))
    expect(board).toMatchObject({ paid: who.length, plans: [{ first: who.length, approved: who.length }] })
    const progress = ok(await s.admissions.get<{ subjects: Array<{ expected: number; both: number }> }>('exam/examScore/board', { batchId: batch.id }))
    expect(progress.subjects.map(x => [x.expected, x.both])).toEqual(Array(2).fill([who.length, who.length]))
    for (const one of who) expect(await s.told('exam.result', one.actor.userId)).toHaveLength(1)
    expect(ruleOf(await s.admissions.post(`${RUN}/unfreeze`, { id, reason: '改分数线' }))).toBe('state')
  })
  it('30-ES7 whom it admits is on notice for all applicants first, without scores; it is not published before the end, nor with an objection open, nor after one that was right', async () => {
    const { batch, who } = await examined(s, [140, 120, 110], [PLAN])
    const [first, second, third] = who as [Entrant, Entrant, Entrant]
    const { id } = ok(await tryRun(s, batch.id))
    ok(await finalise(id))
    await s.agree(id)
    const publicise = (by: Actor) => by.post<{ count: number }>(`${RUN}/publicise`, { id })
    const both = await Promise.all([publicise(s.admissions), publicise(s.second)])
    expect(both.map(a => (a.code === 200 ? a.data.count : ruleOf(a))).sort()).toEqual([2, 'noticed'])
    const notices = async () => ok(await third.actor.get<Array<{ id: string; count: number; mine: number }>>('workflow/publicNotice/running')).filter(n => n.count === 2)
    const [notice] = await notices()
    const seen = async ({ actor }: Pick<Entrant, 'actor'>) =>
      ok(
        await actor.get<{ columns: Array<{ key: string }>; lines: Array<{ id: string; values: string[]; isMine: boolean }> }>('workflow/publicNotice/people', {
          noticeId: notice?.id,
        }),
      )
    const listed = await seen(first)
    expect(listed.columns.map(c => c.key)).toEqual(['name', 'studentNo', 'item'])
    expect(listed.lines.map(l => l.isMine)).toEqual([true, false])
    expect(listed.lines[0]?.values[1]).toMatch(/\*/)
    expect(JSON.stringify(listed)).not.toContain(first.ksh)
    for (const one of [first, second]) expect(await s.told('workflow.noticed', one.actor.userId)).toMatchObject([{ link: `/dzks/exame/notices?id=${notice?.id}` }])
    expect(await s.told('workflow.noticed', third.actor.userId)).toEqual([])
    expect(ruleOf(await publish(id))).toBe('running')
    const raise = { lineId: (await seen(third)).lines.find(l => l.values[0] === listed.lines[1]?.values[0])?.id, grounds: '此人的加分材料不属实，请核对原件' }
    const objection = ok(await third.actor.post<{ id: string }>('workflow/objection/raise', raise))
    await s.overNotice(id)
    expect([await notices(), ruleOf(await publish(id))]).toEqual([[], 'objected'])
    expect(ruleOf(await s.admissions.post(`${RUN}/unfreeze`, { id, reason: '更正' }))).toBe('openObjections')
    // 40-N3: the admissions office hears it, and nobody else learns who has objected
    const office = await s.as({ roles: ['officer'] })
    const hearing = { id: objection.id }
    expect(ruleOf(await office.get('workflow/objection/hearing', hearing))).toBe('notHandler')
    expect(ok(await s.admissions.get<{ claimant: string | null }>('workflow/objection/hearing', hearing)).claimant).toBeTruthy()
    expect(await s.told('workflow.objectionArrived', s.admissions.userId)).toMatchObject([{ link: `/workflow/hearings?id=${objection.id}` }])
    expect(ok(await s.admissions.get<Array<{ id: string }>>('workflow/objection/toHear')).map(o => o.id)).toEqual([objection.id])
    expect((await s.admissions.get('workflow/objection/list')).code).toBe(403)
    ok(await s.admissions.post('workflow/objection/decide', { id: objection.id, upheld: true, answer: '材料不属实，取消加分' }))
    await s.server.settle()
    expect(await s.told('workflow.objectionAnswered', third.actor.userId)).toMatchObject([{ link: '/dzks/exame/notices?tab=mine' }])
    expect(await s.told('exam.noticeUpheld', s.admissions.userId)).toHaveLength(1)
    expect(ruleOf(await publish(id))).toBe('upheld')
    ok(await s.admissions.post(`${RUN}/unfreeze`, { id, reason: '更正' }))
    ok(await finalise(id))
    await s.agree(id)
    expect(ruleOf(await publish(id))).toBe('notNoticed')
    await s.noticed(id)
    expect(await s.told('exam.noticeOver', s.admissions.userId)).not.toEqual([])
    expect(ok(await publish(id)).admitted).toBe(2)
  })
  it('30-ES7 names the line that was missed, and the last one admitted by rank though somebody was adjusted with less', async () => {
    const batch = await s.batch({}, [{ quotas: [{ category: 'regular', places: 1 }] }, { quotas: [{ category: 'regular', places: 2 }] }])
    const [one = '', two = ''] = batch.plans
    await formulas(s, batch.id)
    const chosen = async (planId: string, more: object = {}) => {
      const who = await s.entrant(batch.id)
      ok(await s.choose(who, [planId], more))
      ok(await s.submit(who))
      return who
    }
    const [first, adjusted, last, low] = [await chosen(one), await chosen(one, { obeyAdjust: true }), await chosen(two), await chosen(two)]
    ok(await s.admissions.post('exam/examApplication/approveGreen', { batchId: batch.id }))
    const marks = [
      [first, 140],
      [adjusted, 90],
      [last, 120],
      [low, 70],
    ] as const
    await enterBoth(s, batch.id, 'skill', marks)
    await enterBoth(
      s,
      batch.id,
      'chinese',
      marks.map(([who]) => [who, 100]),
    )
    ok(await publishScores(s.admissions, batch.id))
    ok(await s.admissions.post('exam/examLine/add', { batchId: batch.id, category: 'regular', subject: 'skill', min: 80 }))
    ok(await s.admissions.post('exam/examLine/add', { batchId: batch.id, category: 'regular', min: 100 }))
    const { id } = ok(await tryRun(s, batch.id))
    ok(await finalise(id))
    await s.agree(id)
    await s.noticed(id)
    expect(ok(await publish(id)).admitted).toBe(3)
    expect((await result(low, batch.id)).choices).toMatchObject([
      { verdict: 'below', total: 170, missed: { subject: 'skill', min: 80, own: 70 }, lastTotal: 220, lastMarks: [120, 100] },
    ])
    expect((await result(adjusted, batch.id)).choices).toMatchObject([{ verdict: 'full', lastTotal: 240, lastMarks: [140, 100] }])
    expect((await result(last, batch.id)).choices).toMatchObject([{ verdict: 'admitted', lastTotal: 220, missed: null }])
  })
  it('30-ES7 the leader may refuse it, and what was agreed is unfrozen until it is published: both are trials again', async () => {
    const { batch, who } = await examined(s, [140, 120], [PLAN])
    const { id } = ok(await tryRun(s, batch.id))
    const [first] = who as [Entrant, Entrant]
    // choices stay as they were scored
    expect(ruleOf(await s.choose(first, batch.plans.slice(0, 1)))).toBe('state')
    ok(await finalise(id))
    ok(await reject(s.leader, (await taskOf(s, s.leader, id)) ?? ''))
    expect([await stateOf(id), ruleOf(await publish(id))]).toEqual(['trial', 'state'])
    ok(await finalise(id))
    await s.agree(id)
    ok(await s.admissions.post(`${RUN}/unfreeze`, { id, reason: '名额有变' }))
    expect([await stateOf(id), ruleOf(await publish(id)), (await s.row(first)).state]).toEqual(['trial', 'state', 'scored'])
  })
  it('30-ES7 two final runs at once are one', async () => {
    const { batch } = await examined(s, [140, 120], [PLAN])
    const [a, b] = [ok(await tryRun(s, batch.id)), ok(await tryRun(s, batch.id, { spillOrder: ['regular'] }))]
    const answers = await Promise.all([finalise(a.id), finalise(b.id, s.second)])
    expect(answers.map(x => (x.code === 200 ? 'final' : ruleOf(x))).sort()).toEqual(['final', 'finalExists'])
    expect([await stateOf(a.id), await stateOf(b.id)].sort()).toEqual(['pending', 'trial'])
    // the leader sends it back: it is a trial again, and another may follow
    const id = answers[0]?.code === 200 ? a.id : b.id
    ok(await s.admissions.post(`${RUN}/unfreeze`, { id, reason: '改分数线' }))
    expect(await stateOf(id)).toBe('trial')
    ok(await finalise(id === a.id ? b.id : a.id))
  })
  it('30-ES7 is what was tried: changes since then refuse it, when it is made final and when it is published', async () => {
    const { batch, who } = await examined(s, [140, 120, 110], [PLAN])
    const { id } = ok(await tryRun(s, batch.id))
    const line = ok(await s.admissions.post<{ id: string }>('exam/examLine/add', { batchId: batch.id, category: 'regular', min: 230 }))
    expect(ruleOf(await finalise(id))).toBe('changed')
    const { id: now } = ok(await tryRun(s, batch.id))
    ok(await finalise(now))
    await s.agree(now)
    await s.noticed(now)
    const row = ok(await s.admissions.get<{ result: Array<{ id: string; version: number }> }>('exam/examLine/list', { batchId: batch.id })).result[0]
    ok(await s.admissions.post('exam/examLine/update', { id: line.id, version: row?.version, min: 215 }))
    expect(ruleOf(await publish(now))).toBe('changed')
    expect((await s.row(who[0] as Entrant)).state).toBe('scored')
    ok(await s.admissions.post('exam/examLine/update', { id: line.id, version: (row?.version ?? 0) + 1, min: 230 }))
    expect(ok(await publish(now)).admitted).toBe(1)
  })
  it('30-ES7 waits for undecided ties', async () => {
    const { batch } = await examined(s, [120, 120, 120], [PLAN])
    const { id, tied } = ok(await tryRun(s, batch.id))
    expect([tied, ruleOf(await finalise(id))]).toEqual([3, 'tied'])
  })
})
