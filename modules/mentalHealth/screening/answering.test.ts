import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import { wordsOfPdf } from '#server/print/fixture.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { mhResult } from './model/result.ts'
import { scoresOf } from './model/scores.ts'
import { mhTurnout } from './model/turnout.ts'
import { CALM, guardianOf, HARM, ok, type Pupil, ruleOf, type ScreeningSchool, screeningSchool, TIRED } from './testing.ts'

let s: ScreeningSchool
let pupils: readonly [Pupil, Pupil, Pupil]
beforeAll(async () => {
  s = await screeningSchool()
  pupils = s.pupils as unknown as typeof pupils
})
afterAll(() => s.close())
interface Own {
  id: string
  state: string
  words: string | null
}
const mine = async (who: Pupil, id: string) => ok(await who.actor.get<Own[]>('mentalHealth/mhTurnout/mine', {})).find(x => x.id === id)
const stored = (id: string, who: Pupil) => s.db.unscoped(mhResult).all({ screeningId: id, studentId: who.id })
const board = async (id: string, who: Actor) => ok(await who.get<{ expected: number; answered: number }>('mentalHealth/mhTurnout/board', { id }))
const lacking = async (id: string, who: Actor) => ok(await who.get<Array<{ studentId: string }>>('mentalHealth/mhTurnout/lacking', { id })).map(l => l.studentId)
const refuse = (who: Pupil, id: string) => who.actor.post('mentalHealth/mhTurnout/refuse', { id })

describe('answering a screening', () => {
  it('50-MH1 takes no answer without consent, and tells a refusal from an answer to nobody', async () => {
    const id = await s.published()
    const [answers, refuses, says] = pupils
    expect(ruleOf(await s.answer(answers, id, CALM, { consent: false }))).toBe('noConsent')
    expect(await stored(id, answers)).toEqual([])
    ok(await s.answer(answers, id))
    ok(await refuse(refuses, id))
    const { expected, answered } = await board(id, s.fdy)
    expect([expected - answered, await lacking(id, s.fdy)]).toEqual([1, [says.id]])
    expect((await s.db.unscoped(mhTurnout).all({ screeningId: id })).map(r => r.said).sort()).toEqual(['answered', 'refused'])
    for (const by of [s.fdy, s.college, s.psychologist, s.officer]) expect([403, 404]).toContain((await by.get('mentalHealth/mhTurnout/list', {})).code)
    // who refused may still take part, who answered is done
    expect((await s.answer(refuses, id)).code).toBe(200)
    expect(ruleOf(await refuse(refuses, id))).toBe('answered')
    expect(ruleOf(await s.answer(answers, id))).toBe('answered')
  })
  it('50-MH1 of two answers at once one counts', async () => {
    const id = await s.published()
    const codes = (await Promise.all([s.answer(pupils[0], id, CALM), s.answer(pupils[0], id, TIRED)])).map(a => a.code).sort()
    expect([codes, (await stored(id, pupils[0])).length]).toEqual([[200, 422], 1])
  })
  it('50-MH1 of a minor a guardian consents first; a guardian who refuses has answered for the student', async () => {
    const id = await s.published()
    for (const said of ['agreed', 'refused'] as const) {
      const minor = await s.pupil({ birthDate: addDays(today(), -365 * 16), idType: '5', idNo: `P${Date.now()}${said.length}` })
      const guardian = await guardianOf(s, minor.id)
      expect(ruleOf(await s.answer(minor, id))).toBe('guardian')
      ok(await minor.actor.post('mentalHealth/mhTurnout/askGuardian', { id, guardianId: guardian.id }))
      expect([ruleOf(await s.answer(minor, id)), (await mine(minor, id))?.state]).toEqual(['guardian', 'guardian'])
      // the guardian reads what it is about
      expect(await s.guardianSays(guardian.phone, said)).toContain('新生心理普查')
      const after = await s.answer(minor, id)
      expect([said, after.code, (await mine(minor, id))?.state]).toEqual(said === 'agreed' ? [said, 200, 'answered'] : [said, 422, 'refused'])
    }
    // 50-MH2: nobody else learns from ledgers, papers or the log of operations that the matter was a screening
    const admin = await s.as({ roles: ['admin'] })
    const tells = /mhTurnout|screening|心理|普查/i
    const ledger = ok(await s.fdy.get<{ result: Array<{ id: string }> }>('family/guardianConsent/list', {}))
    expect(JSON.stringify(ledger)).toContain('参加学校的问卷')
    expect(JSON.stringify(ledger)).not.toMatch(tells)
    for (const { id: consent } of ledger.result) {
      const shown = ok(await s.fdy.post('family/guardianConsent/reveal', { id: consent, fields: ['detail'], reason: '核对征求的事项' }))
      expect(JSON.stringify(shown)).not.toMatch(tells)
      for (const [by, more] of [
        [s.fdy, {}],
        [admin, { plain: true, reason: '交给家长签字' }],
      ] as const) {
        const paper = await by.post('sheet/print/issue', { code: 'guardianConsent', ids: [consent], ...more })
        expect([paper.status, wordsOfPdf(paper.raw)]).toEqual([200, expect.stringContaining('参加学校的问卷')])
        expect(wordsOfPdf(paper.raw)).not.toMatch(tells)
      }
    }
    const contacts = ok(await s.fdy.get<{ result: Array<{ byId: string | null }> }>('family/homeContact/list', {}))
    expect([contacts.result.length > 0, contacts.result.map(c => c.byId).filter(Boolean)]).toEqual([true, []])
    expect(JSON.stringify(contacts)).not.toMatch(tells)
    for (const field of ['bizType', 'bizId']) expect((await s.fdy.get('family/guardianConsent/list', { [field]: 'mhTurnout' })).code).not.toBe(200)
    const logged = await s.db.query<{ diff: unknown }>(sql`select l.diff from operation_log l where l.biz_type = 'guardianConsent'`)
    expect(logged.length).toBeGreaterThan(0)
    expect(JSON.stringify(logged)).not.toMatch(tells)
    const adult = await pupils[0].actor.post('mentalHealth/mhTurnout/askGuardian', { id, guardianId: (await guardianOf(s, pupils[0].id)).id })
    expect(ruleOf(adult)).toBe('adult')
  })
  it('50-MH14 does not score what was answered too fast or all the same, and takes it again', async () => {
    const id = await s.published()
    const [fast, straight] = pupils
    expect(ok(await s.answer(fast, id, TIRED, { seconds: 5 })).words).toBe('retest')
    expect(ok(await s.answer(straight, id, Array<number>(9).fill(2))).needsHelp).toBe(true)
    for (const [who, fault] of [
      [fast, 'tooFast'],
      [straight, 'straightLine'],
    ] as const)
      expect((await stored(id, who)).map(r => [r.isInvalid, r.fault, scoresOf(r).total])).toEqual([[true, fault, null]])
    expect((await mine(fast, id))?.state).toBe('retest')
    ok(await s.answer(fast, id, TIRED))
    expect((await stored(id, fast)).map(r => [r.isInvalid, scoresOf(r).total, scoresOf(r).proposedLevel, r.state])).toEqual([[false, 12, '4', 'toInterview']])
    expect(ruleOf(await s.answer(fast, id, TIRED))).toBe('answered')
  })
  it('50-MH3 shows help and tells the psychologist on duty in words that say nothing, of that item only', async () => {
    const sent = captureNotifications(s.server)
    const id = await s.published()
    // what an earlier sheet caused may still be in the queue
    const told = async () => (await sent('mentalHealth.duty')).filter(notification => notification.bizId === id)
    expect(ok(await s.answer(pupils[0], id, TIRED))).toEqual({ words: 'talk', needsHelp: false })
    expect(await told()).toEqual([])
    expect(ok(await s.answer(pupils[1], id, HARM))).toEqual({ words: 'talk', needsHelp: true })
    const [heard, ...more] = await told()
    expect([heard?.to, more.length]).toEqual([[s.psychologist.userId], 0])
    const lines = ok(await pupils[1].actor.get<{ nationalLine: string }>('mentalHealth/mhTurnout/help', {}))
    expect(lines.nationalLine).toBe('12356')
    // proposed, not confirmed; the student reads words and no number
    expect((await stored(id, pupils[1])).map(r => [scoresOf(r).proposedLevel, scoresOf(r).confirmedLevel, r.state])).toEqual([['2', null, 'toInterview']])
    expect(JSON.stringify(await mine(pupils[1], id))).not.toMatch(/total|level|risk/i)
  })
  it('refuses half a sheet, values outside the scale, and scales without items', async () => {
    const id = await s.published()
    for (const answers of [CALM.slice(1), [...CALM.slice(1), 4]]) expect(ruleOf(await s.answer(pupils[0], id, answers))).toBe('sheets')
    const scl = ok(await s.psychologist.get<{ result: Array<{ id: string; code: string }> }>('mentalHealth/mhScale/list', {})).result.find(x => x.code === 'SCL-90')
    expect(ruleOf(await s.psychologist.post('mentalHealth/mhScreening/add', s.draft({ scaleIds: [scl?.id] })))).toBe('notOnline')
  })
})
