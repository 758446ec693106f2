import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campus } from '#modules/campus/model/places.ts'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { expectedPresence } from '#modules/dormitory/server/api.ts'
import { guardianOf } from '#modules/family/testing.ts'
import { setParams } from '#modules/message/testing.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import type { Actor } from '#testing/school.ts'
import { offCampusStay } from './model/off-campus-stay.ts'
import { begin, expire } from './server/jobs.ts'
import { approveAs, day, livingIn, must, type Pupil, proofOf, rulesOf, type StayOutSchool, stayOutSchool } from './testing.ts'

let s: StayOutSchool
beforeAll(async () => {
  s = await stayOutSchool()
})
afterAll(() => s.close())

let bedNo = 0
const bed = (): string => s.beds.women[bedNo++] as string
const act = (verb: string, input: object, by: Actor) => by.post(`offCampus/offCampusStay/${verb}`, input)
const expected = async (who: Pupil, night: string) => (await expectedPresence(s.db, night, { studentIds: [who.id] })).get(who.id)?.expected
const checkOutTodos = async (who: Pupil) =>
  (
    await s.db.query<{ n: number }>(sql`select count(distinct t.biz_id)::int as n from todo t join dorm_stay d on d.tenant_id = t.tenant_id and d.id::text = t.biz_id
      where t.tenant_id = ${s.tenantId} and t.biz_type = 'dormStay' and t.state = 'open' and d.student_id = ${who.id}`)
  )[0]?.n

describe('50-OC1 who may live outside', () => {
  it('50-OC1 refuses first-year students, minors, overlaps and what lacks its proof, with the values', async () => {
    const who = await s.pupil()
    const year = Number((await schoolYearOn(s.db, day(1))).slice(0, 4))
    await s.db.query(sql`update student set grade = ${year} where id = ${who.id}`)
    const proofs = await proofOf(who.actor)
    const first = await s.apply(who, { kind: 'married', proofs })
    expect([rulesOf(first), first.msg]).toEqual([['firstYear'], expect.stringContaining(`${year} 级是一年级`)])
    expect(rulesOf(await s.apply(who, { kind: 'medical' }))).toEqual(['proof'])
    await setParams(s, 'offCampus', { firstYearStays: false })
    expect(rulesOf(await s.apply(who, { kind: 'relative' }))).toEqual(['proof'])
    await s.db.query(sql`update student set birth_date = now() - interval '17 years' where id = ${who.id}`)
    expect(rulesOf(await s.apply(who, { kind: 'relative', proofs }))).toEqual(['minor'])
    await setParams(s, 'offCampus', { firstYearStays: true })
    must(await s.apply(who))
    const again = await s.apply(who, { fromOn: day(2), toOn: day(4) })
    expect([rulesOf(again), again.msg]).toEqual([['overlap'], expect.stringContaining(`${day(1)} 至 ${day(2)}`)])
    expect(await s.db.unscoped(offCampusStay).count({ studentId: who.id })).toBe(1)
  })
  it('refuses wrong dates, a contract that ends earlier, the student’s own number as the landlord’s, and what was not signed', async () => {
    const who = await s.pupil()
    expect(rulesOf(await s.apply(who, { toOn: day(1) }))).toEqual(['order'])
    expect(rulesOf(await s.apply(who, { fromOn: day(-1) }))).toEqual(['past'])
    expect(rulesOf(await s.apply(who, { toOn: day(400) }))).toEqual(['years'])
    expect(rulesOf(await s.apply(who, { pledge: false }))).toEqual(['pledge'])
    expect(rulesOf(await s.apply(who, { cantonCode: '999999' }))).toEqual(['cantonUnknown'])
    expect(rulesOf(await s.apply(who, { cohabitants: '王小明' }))).toEqual(['cohabitant'])
    const rent = { kind: 'rent', landlordName: '王房东', landlordPhone: '13700000009', contract: await proofOf(who.actor), contractUntil: day(90) } as const
    expect(rulesOf(await s.apply(who, { kind: 'rent' }))).toEqual(['rent'])
    expect(rulesOf(await s.apply(who, { ...rent, contractUntil: day(1) }))).toEqual(['contract'])
    const [own] = await s.db.query<{ phone: string }>(sql`select phone from student where id = ${who.id}`)
    expect(rulesOf(await s.apply(who, { ...rent, landlordPhone: own?.phone ?? '' }))).toEqual(['landlord'])
    expect((await s.apply(who, rent)).code).toBe(200)
  })
})
describe('50 §11 how far it is from the school', () => {
  it('is measured by the student at the address, to the nearest campus and in kilometres; the position is not kept, and staff filter by it', async () => {
    const who = await s.pupil()
    const { id } = must(await s.apply(who))
    const home = { latitude: 30.6, longitude: 114.36, accuracy: 20, system: 'wgs84' }
    const measure = (at: object, by = who.actor) => by.post<{ km: number }>('offCampus/offCampusStay/locate', { id, ...at })
    for (const one of await s.db.unscoped(campus).all({})) await s.db.update(campus, one.id, { lng: null, lat: null })
    expect(rulesOf(await measure(home))).toEqual(['noPoint'])
    const [near] = await s.db.unscoped(campus).all({})
    await s.db.update(campus, near?.id ?? '', { lng: 114.36, lat: 30.5 })
    expect(rulesOf(await measure({}))).toEqual(['noPosition'])
    expect(rulesOf(await measure({ ...home, accuracy: 90_000 }))).toEqual(['inaccurate'])
    // a tenth of a degree of latitude
    expect(must(await measure(home)).km).toBe(11.1)
    expect((await measure(home, (await s.pupil()).actor)).code).toBe(404)
    const found = async (where: object) =>
      must(await s.fdy.get<{ result: Array<{ id: string; distanceKm: number }> }>('offCampus/offCampusStay/list', { studentId: who.id, ...where })).result.map(r => [
        r.id,
        r.distanceKm,
      ])
    expect(await found({ 'distanceKm.ge': 11 })).toEqual([[id, 11.1]])
    expect(await found({ 'distanceKm.ge': 12 })).toEqual([])
    const kept = JSON.stringify(
      await s.db.query(sql`select t::text as all from off_campus_stay t where id = ${id} union all select diff::text from operation_log where biz_id = ${id}`),
    )
    expect(kept).not.toMatch(/114\.36|30\.6/)
  })
})
describe('50-OC2 before it is approved', () => {
  it('50-OC2 wants the guardian’s consent, the counsellor’s call and the current pledge', async () => {
    const who = await s.pupil()
    const { id, instanceId } = must(await s.apply(who))
    expect((await s.row(id)).consentState).toBe('sent')
    for (const by of [s.fdy, s.college]) must(await approveAs(by, instanceId))
    const decide = async () => (await approveAs(s.officer, instanceId)).msg
    expect(await decide()).toContain('家长还没有同意')
    must(await s.answer(who, 'agreed'))
    expect((await s.row(id)).consentState).toBe('agreed')
    expect(await decide()).toContain('还没有登记与家长的联系')
    expect((await act('noteCall', { id, at: new Date(Date.now() + 3_600_000).toISOString(), way: 'phone', words: '明天打' }, s.fdy)).code).toBe(422)
    must(await s.noteCall(id))
    await setParams(s, 'offCampus', { pledgeVersion: '2' })
    expect(await decide()).toContain('签署的是 1 版承诺书，现在是 2 版')
    await setParams(s, 'offCampus', { pledgeVersion: '1' })
    must(await approveAs(s.officer, instanceId))
    expect(await s.row(id)).toMatchObject({ state: 'approved', lastNight: day(2) })
  })
  it('50-OC2 a refusal of the guardian stays until the student asks again', async () => {
    const who = await s.pupil()
    const { id } = must(await s.apply(who))
    must(await s.answer(who, 'refused'))
    expect((await s.row(id)).consentState).toBe('refused')
    must(await act('sendConsent', { id, guardianId: who.guardianId }, who.actor))
    expect((await s.row(id)).consentState).toBe('sent')
    const other = await s.pupil()
    expect((await act('sendConsent', { id, guardianId: other.guardianId }, other.actor)).code).toBe(404)
  })
})
it('50-OC2 of a guardian without a phone it waits for the paper that the counsellor records', async () => {
  const who = await s.pupil()
  const { id: guardianId } = await guardianOf(s, who.id, { phone: null })
  expect(
    must(await who.actor.get<{ guardians: Array<{ id: string; hasPhone: boolean }> }>('offCampus/offCampusStay/form')).guardians.find(g => g.id === guardianId)?.hasPhone,
  ).toBe(false)
  const { id, instanceId } = must(await s.apply(who, { guardianId }))
  const { consentId, consentState } = await s.row(id)
  const [todo] = await s.db.query<{ user: string; link: string }>(
    sql`select user_id as "user", link from todo where tenant_id = ${s.tenantId} and biz_id = ${consentId} and state = 'open'`,
  )
  expect([consentState, todo?.user, todo?.link]).toEqual(['sent', s.fdy.userId, expect.stringContaining(`id=${consentId}`)])
  must(await s.noteCall(id))
  for (const by of [s.fdy, s.college]) must(await approveAs(by, instanceId))
  expect((await approveAs(s.officer, instanceId)).msg).toContain('家长还没有同意')
  must(await s.witnessed(id))
  expect((await s.row(id)).consentState).toBe('agreed')
  must(await approveAs(s.officer, instanceId))
  expect((await s.row(id)).state).toBe('approved')
})
describe('50-OC4 nights', () => {
  it('50-OC4 approved this evening for tomorrow, the student is expected tonight, not from the first to the last night, and again after', async () => {
    const who = await s.pupil()
    await livingIn(s, who, bed())
    await s.approved(who, { fromOn: day(1), toOn: day(3), keepBed: true })
    expect(await Promise.all([0, 1, 2, 3, 4].map(n => expected(who, day(n))))).toEqual(['expected', 'notResident', 'notResident', 'notResident', 'expected'])
  })
  it('50-OC6 revoked, the student is expected again from the day to be back, and from the first night where the stay had not begun', async () => {
    const revoke = async (who: Pupil, id: string) => {
      must(await act('revoke', { id, reason: '住处有隐患' }, s.fdy))
      return Promise.all([1, 5, 6, 7, 8].map(n => expected(who, day(n))))
    }
    const [living, coming] = [await s.pupil(), await s.pupil()]
    for (const who of [living, coming]) await livingIn(s, who, bed())
    const stay = await s.approved(living, { fromOn: day(1), toOn: day(20), keepBed: true })
    await begin(s.db, Date.now() + 2 * 86_400_000)
    expect(await revoke(living, stay.id)).toEqual(['notResident', 'notResident', 'notResident', 'expected', 'expected'])
    const next = await s.approved(coming, { fromOn: day(5), toOn: day(20), keepBed: true })
    expect(await expected(coming, day(5))).toBe('notResident')
    expect(await revoke(coming, next.id)).toEqual(['expected', 'expected', 'expected', 'expected', 'expected'])
    expect(await s.row(next.id)).toMatchObject({ state: 'revoked', endedOn: day(0) })
  })
})
describe('50-OC3 the bed', () => {
  it('50-OC3 of many that begin in one run, exactly those who do not keep their bed get a check-out, once', async () => {
    const pupils = await Promise.all([true, false, false].map(async keepBed => ({ keepBed, who: await s.pupil() })))
    for (const { who, keepBed } of pupils) {
      await livingIn(s, who, bed())
      await s.approved(who, { keepBed })
    }
    const then = Date.now() + 2 * 86_400_000
    await begin(s.db, then)
    await begin(s.db, then)
    await s.server.settle()
    for (const { who, keepBed } of pupils) expect(await checkOutTodos(who)).toBe(keepBed ? 0 : 1)
  })
  it('50-OC3 says before ending that no bed is free, and ends without one only when told to', async () => {
    const who = await s.pupil({ genderCode: '2' })
    const { id } = await s.approved(who)
    await begin(s.db, Date.now() + 2 * 86_400_000)
    await s.db.query(sql`update dorm_bed set is_enabled = false where tenant_id = ${s.tenantId}`)
    expect((await who.actor.get('offCampus/offCampusStay/bedsFree', { id })).data).toEqual({ hasBed: false, free: 0 })
    const refused = await act('end', { id, backOn: day(2), withoutBed: false }, s.fdy)
    expect([rulesOf(refused), refused.msg]).toEqual([['noBed'], expect.stringContaining('女')])
    expect(rulesOf(await act('moveBack', { id, backOn: day(2) }, who.actor))).toEqual(['noBed'])
    must(await act('end', { id, backOn: day(2), withoutBed: true }, s.fdy))
    expect(await s.row(id)).toMatchObject({ state: 'ended', lastNight: day(1), endedOn: day(2) })
    await s.db.query(sql`update dorm_bed set is_enabled = true where tenant_id = ${s.tenantId}`)
  })
})
describe('50-OC5 changes', () => {
  it('50-OC5 telephone numbers change at once; another address is a new application that ends the earlier one the night before', async () => {
    const who = await s.pupil()
    const { id } = await s.approved(who, { fromOn: day(1), toOn: day(9) })
    await begin(s.db, Date.now() + 2 * 86_400_000)
    must(await act('changePhones', { id, landlordPhone: null, emergencyName: '李梅', emergencyPhone: '13700000003' }, who.actor))
    expect(await s.row(id)).toMatchObject({ state: 'active', emergencyPhone: '13700000003', address: '幸福路 8 号 3 单元 501' })
    expect(rulesOf(await s.apply(who, { fromOn: day(4), toOn: day(9), address: '和平路 1 号' }))).toEqual(['overlap'])
    const other = await s.pupil()
    expect(rulesOf(await s.apply(other, { earlierId: id }))).toEqual(['earlier'])
    const moved = await s.approved(who, { fromOn: day(4), toOn: day(9), address: '和平路 1 号', earlierId: id })
    expect(await s.row(id)).toMatchObject({ lastNight: day(3) })
    expect(moved).toMatchObject({ state: 'approved', address: '和平路 1 号' })
  })
})
it('50-OC7 whoever neither renews nor comes back is on the list of those to return; a renewal goes on', async () => {
  const [silent, going] = [await s.pupil(), await s.pupil()]
  const [a, b] = [await s.approved(silent), await s.approved(going)]
  const next = await s.approved(going, { fromOn: day(3), toOn: day(5), earlierId: b.id })
  expect(next).toMatchObject({ earlierId: b.id, address: b.address })
  await begin(s.db, Date.now() + 2 * 86_400_000)
  await expire(s.db, Date.now() + 4 * 86_400_000)
  expect([(await s.row(a.id)).state, (await s.row(b.id)).state, (await s.row(next.id)).state]).toEqual(['expired', 'ended', 'approved'])
  const listed = await s.fdy.get<{ result: Array<{ id: string }> }>('offCampus/offCampusStay/list', { state: 'expired' })
  const ids = listed.data.result.map(r => r.id)
  expect([ids.includes(a.id), ids.includes(b.id)]).toEqual([true, false])
})
const known = new Map<Actor, Pupil>()
expectApplication({ of: offCampusStay, path: 'offCampus/offCampusStay', taken: ['overlap'] }, () => ({
  db: s.db,
  applicants: async () => {
    const made = [await s.pupil(), await s.pupil()] as const
    for (const who of made) known.set(who.actor, who)
    return [made[0].actor, made[1].actor]
  },
  form: who => s.form(known.get(who) as Pupil),
  approvers: [agreedBefore(s.fdy), s.college, s.officer],
}))
/** Decides once the guardians have agreed and were called. */
const agreedBefore = (by: Actor): Actor => ({
  ...by,
  async post<T>(path: string, body: unknown, headers?: Record<string, string>) {
    await s.db.updateWhere(offCampusStay, { state: ['pending', 'returned'] }, { consentState: 'agreed', callAt: new Date().toISOString() })
    return by.post<T>(path, body, headers)
  },
})
