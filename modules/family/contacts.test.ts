import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InputOf, OutputOf } from '#model'
import { captureBeside } from '#testing/capture-events.ts'
import { expectLedger } from '#testing/ledger.ts'
import type { Actor } from '#testing/school.ts'
import type { myContacts, recordContact } from './model/actions.ts'
import { contactLedger, homeContact, homeContactAccount } from './model/home-contact.ts'
import { type FamilySchool, familySchool, guardianOf, type Pupil } from './testing.ts'

let s: FamilySchool
let any: Pupil
const own: Record<string, unknown> = { contactReason: 'study', at: new Date().toISOString() }
beforeAll(async () => {
  s = await familySchool()
  any = await s.pupil()
  Object.assign(own, { studentId: any.id, guardianId: any.guardianId })
})
afterAll(() => s.close())

expectLedger(contactLedger, { school: () => s, newAccount: async () => (await s.db.insert(homeContactAccount, { studentId: (await s.pupil()).id })).id, own })

const rulesOf = (answer: { errors: Array<{ rule: string }> }): string[] => answer.errors.map(e => e.rule.split('.').at(-1) ?? '')
type Given = InputOf<typeof recordContact>
const record = (who: Pupil, more: Partial<Given> = {}, by: Actor = s.fdy) =>
  by.post<{ id: string }>('family/homeContact/record', {
    ...{ studentId: who.id, guardianId: who.guardianId, kind: 'call', contactReason: 'attendance', at: new Date(Date.now() - 60_000).toISOString(), content: '最近常缺课' },
    ...more,
  })
const mine = async (who: Actor) => (await who.get<OutputOf<typeof myContacts>>('family/homeContact/mine')).data
const inDays = (n: number): string => new Date(Date.now() + n * 86_400_000).toISOString()

describe('50-HS1 what an adult student sees', () => {
  it('50-HS1 that there was a contact and why, and nothing of what was said', async () => {
    const heard = captureBeside(s.server, 'family.contacted')
    const who = await s.pupil()
    expect((await record(who)).code).toBe(200)
    await s.server.settle()
    const seen = await mine(who.actor)
    expect(seen).toMatchObject({ isAdult: true, contacts: [{ kind: 'call', contactReason: 'attendance', relation: '51' }] })
    expect(JSON.stringify(seen)).not.toContain('缺课')
    expect((await who.actor.get('family/homeContact/list')).code).toBe(403)
    expect(heard).toEqual([expect.objectContaining({ studentId: who.id, kind: 'call', reason: 'attendance', at: expect.any(String), byId: s.fdy.userId })])
  })
  it('50-HS1 a minor is not told; a contact for safety or health may be told later, another not', async () => {
    const minor = await s.pupil()
    await s.db.query(sql`update student set birth_date = now() - interval '17 years' where id = ${minor.id}`)
    await record(minor)
    expect(await mine(minor.actor)).toEqual({ isAdult: false, contacts: [] })
    const who = await s.pupil()
    expect(rulesOf(await record(who, { hiddenUntil: inDays(10) }))).toEqual(['notDelayed'])
    expect(rulesOf(await record(who, { contactReason: 'safety', hiddenUntil: inDays(120) }))).toEqual(['delayTooLong'])
    expect((await record(who, { contactReason: 'safety', hiddenUntil: inDays(10) })).code).toBe(200)
    expect((await mine(who.actor)).contacts).toEqual([])
    expect((await record(who, { contactReason: 'health', hiddenUntil: new Date(Date.now() - 1000).toISOString() })).code).toBe(200)
    expect((await mine(who.actor)).contacts).toMatchObject([{ contactReason: 'health' }])
  })
})
describe('the log of contacts', () => {
  it('is never edited: a wrong entry is reversed with a reason, once, and no longer shown to the student', async () => {
    const who = await s.pupil()
    const { id } = (await record(who)).data
    expect((await s.fdy.post('family/homeContact/reverse', { id, reason: '打给了别的学生的家长' })).code).toBe(200)
    expect(rulesOf(await s.fdy.post('family/homeContact/reverse', { id, reason: '再来' }))).toEqual(['reversed'])
    expect((await mine(who.actor)).contacts).toEqual([])
    const [sum] = await s.db.unscoped(homeContactAccount).all({ studentId: who.id })
    expect(sum?.contacts).toBe(0)
    const shown = await s.fdy.get<{ result: Array<{ id: string; isReversed: string | null }> }>('family/homeContact/list', { studentId: who.id })
    expect(shown.data.result.map(r => r.isReversed).sort()).toEqual(['冲销', '已冲销'])
  })
  it('refuses a time to come, a call to nobody’s phone, somebody else’s family, and students out of reach', async () => {
    const who = await s.pupil()
    expect(rulesOf(await record(who, { at: inDays(1) }))).toEqual(['future'])
    const mute = await guardianOf(s, who.id, { phone: null })
    expect(rulesOf(await record(who, { guardianId: mute.id }))).toEqual(['noPhone'])
    expect((await record(who, { guardianId: mute.id, kind: 'visit' })).code).toBe(200)
    const other = await s.pupil()
    expect(rulesOf(await record(who, { guardianId: other.guardianId }))).toEqual(['otherFamily'])
    const far = await s.pupil({ classId: s.ids.a2301 })
    expect((await record(far)).code).toBe(404)
    expect(await s.db.unscoped(homeContact).count({ studentId: far.id })).toBe(0)
  })
})
