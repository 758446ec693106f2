import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays } from '#model/days.ts'
import { type Newcomer, setParams } from '#modules/admission/testing.ts'
import { face } from '#modules/photo/testing.ts'
import { citizenNo } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { welcomePoint } from '../steps/model/point.ts'
import { ok, rulesOf, type WelcomeSchool } from '../testing.ts'
import { idVerification } from './model/verification.ts'
import { type Services, type VerifyWelcome, verifyWelcome } from './testing.ts'

let w: VerifyWelcome
let s: WelcomeSchool
let batchId: string
let hall: string
let one: Actor
let two: Actor
let services: Services
beforeAll(async () => {
  w = await verifyWelcome()
  ;({ s, batchId, hall, one, two, services } = w)
  vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await w.close()
})
afterEach(() => void vi.useRealTimers())

describe('30-WV1 verification', () => {
  it('passes where number, name and validity agree with the roll, which settles the step and the arrival', async () => {
    const who = await w.arrival()
    const card = await w.read(one, w.typed(who))
    expect(ok(card)).toMatchObject({ name: who.name, done: null, mayTakePhoto: false, idPhoto: null })
    expect(ok(card).checks.every(c => c?.isMet)).toBe(true)
    expect(ok(await w.verify(one, card))).toMatchObject({ isRepeat: false, result: 'pass', faults: [], by: '核验一' })
    expect((await s.state(batchId, who, 'verify')).state).toBe('done')
    expect((await s.member(batchId, who)).arrivedAt).not.toBe(null)
    expect(await w.recordOf(who)).toMatchObject({ method: 'manual', result: 'pass', verifier: one.userId, score: null })
  })
  it('turns a pass into a doubt where one of them does not agree, and says which', async () => {
    const other = await w.arrival()
    const cases = [
      ['number', async (who: Newcomer & { name: string }) => ({ ...w.typed(who), cardNo: other.idNo, code: await w.codeOf(who) })],
      ['name', async (who: Newcomer & { name: string }) => ({ ...w.typed(who), cardName: '李四' })],
      ['validity', async (who: Newcomer & { name: string }) => ({ ...w.typed(who), isForever: false, validTo: addDays(today(), -1) })],
    ] as const
    for (const [fault, input] of cases) {
      const who = await w.arrival()
      const card = await w.read(one, await input(who))
      expect(ok(card).checks.flatMap(c => (c?.isMet ? [] : c?.check))).toEqual([fault])
      expect(ok(await w.verify(one, card))).toMatchObject({ result: 'doubt', faults: [fault] })
      expect((await s.state(batchId, who, 'verify')).state).toBe('open')
    }
    const last = await w.arrival()
    ok(await w.read(one, { ...w.typed(last), isForever: false, validTo: today() }))
    expect(ok(await w.read(one, { ...w.typed(last), cardName: ' 林 晓舟' })).checks.every(c => c?.isMet)).toBe(true)
    expect(rulesOf(await w.read(one, { cardNo: last.idNo, cardName: last.name }))).toEqual(['validityMissing'])
    expect(rulesOf(await w.read(one, { ...w.typed(last), cardNo: citizenNo('11010119990101001') }))).toEqual(['stranger'])
  })
  it('takes a twin for a doubt, whatever the service says', async () => {
    const [place, day] = ['110101', '20060715']
    const twin = (name: string, end: string) => w.arrival({ name, idNo: citizenNo(`${place}${day}${end}`), birthDate: '2006-07-15' })
    const [a, b] = [await twin('程大双', '801'), await twin('程小双', '803')]
    await w.withServices()
    services.score = 99
    ok(await w.consent(a, true, false))
    const card = await w.read(one, w.typed(b))
    expect(ok(card).checks.flatMap(c => (c?.isMet ? [] : c?.check))).toEqual(['twin'])
    expect(ok(await w.verify(one, card))).toMatchObject({ result: 'doubt', faults: ['twin'] })
    // a shows the document of b
    const swapped = await w.read(one, { ...w.typed(b), code: await w.codeOf(a) })
    expect(ok(await w.verify(one, swapped, { livePhoto: await w.picture(one) }))).toMatchObject({ name: '程大双', result: 'doubt', faults: ['number', 'name', 'twin'] })
  })
  it('reads the card that lies on a reader, and asks the service for the face', async () => {
    await w.withServices()
    const [near, far, silent] = [await w.arrival(), await w.arrival(), await w.arrival()]
    const card = { partyName: '林晓舟', expDate: '20990101', identityPic: (await face()).toString('base64') }
    const pass = async (who: Newcomer, score: number | undefined) => {
      ok(await w.consent(who, true, true))
      services.cards.set('A01', { ...card, certNumber: who.idNo })
      services.score = score
      const found = await w.read(one, { device: 'A01' })
      expect(ok(found).idPhoto).not.toBe(null)
      return ok(await w.verify(one, found, { livePhoto: await w.picture(one) }))
    }
    expect(await pass(near, 80)).toMatchObject({ result: 'pass' })
    expect(await w.recordOf(near)).toMatchObject({ method: 'face', score: 80, reader: 'A01', idFiles: [expect.any(String)], livePhoto: [expect.any(String)] })
    expect(await pass(far, 79.99)).toMatchObject({ result: 'doubt', faults: ['face'] })
    expect(await pass(silent, undefined)).toMatchObject({ result: 'pass' })
    expect(await w.recordOf(silent)).toMatchObject({ method: 'reader', score: null })
    expect(services.keys).toContain('Bearer key of the school')
    services.cards.set('A02', { ...card, certNumber: near.idNo, expDate: '20200101' })
    expect(ok(await w.read(one, { device: 'A02' })).checks).toContainEqual({ check: 'validity', isMet: false })
    expect(rulesOf(await w.read(one, { device: 'A09' }))).toEqual(['noCard'])
    await setParams(s, 'welcome', { 'verify.readerUrl': 'http://127.0.0.1:9/read' })
    expect(rulesOf(await w.read(one, { device: 'A01' }))).toEqual(['silent'])
    await setParams(s, 'welcome', { 'verify.readerUrl': '' })
    expect(rulesOf(await w.read(one, { device: 'A01' }))).toEqual(['noReader'])
  })
  it('compares the face with the photo of admission, too, where no card gives one', async () => {
    await w.withServices()
    services.score = 70
    const verified = async (isKnown: boolean) => {
      const who = await w.arrival()
      ok(await w.consent(who, true, false))
      const put = async () => s.officer.post('photo/studentPhoto/put', { studentId: who.id, kind: 'admission', source: 'province', fileId: await w.picture(s.officer) })
      if (isKnown) ok(await put())
      const answer = ok(await w.verify(one, await w.read(one, w.typed(who)), { livePhoto: await w.picture(one) }))
      return { ...answer, record: await w.recordOf(who) }
    }
    expect(await verified(true)).toMatchObject({ result: 'doubt', faults: ['face'], record: { method: 'face', score: 70 } })
    expect(await verified(false)).toMatchObject({ result: 'pass', faults: [], record: { method: 'manual', score: null } })
  })
  it('of one document at several desks at once leaves one record, and tells the others who did it', async () => {
    const who = await w.arrival()
    const cards = await Promise.all([one, two, one, two].map(async by => ({ by, card: await w.read(by, w.typed(who)) })))
    const answers = (await Promise.all(cards.map(({ by, card }) => w.verify(by, card)))).map(ok)
    expect(answers.map(a => a.isRepeat).sort()).toEqual([false, true, true, true])
    expect(new Set(answers.map(a => a.by)).size).toBe(1)
    expect(await s.db.unscoped(idVerification).count({ studentId: who.id })).toBe(1)
    expect(ok(await w.read(two, w.typed(who))).done).toMatchObject({ result: 'pass' })
  })
  it('counts for what the caller has read, for ten minutes, and only at points that do it', async () => {
    const who = await w.arrival()
    const card = await w.read(one, w.typed(who))
    const { reading } = ok(card)
    expect(rulesOf(await two.post('welcome/idVerification/verify', { reading, result: 'pass' }))).toEqual(['expired'])
    const [body = '', mac] = reading.split('.')
    const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace('"faults":[]', '"faults":[ ]')).toString('base64url')
    expect(rulesOf(await one.post('welcome/idVerification/verify', { reading: `${forged}.${mac}`, result: 'pass' }))).toEqual(['expired'])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    expect(rulesOf(await w.verify(one, card))).toEqual(['expired'])
    vi.useRealTimers()
    ok(await s.admissions.post('admission/admittedStudent/update', { id: who.id, version: (await s.onRoll(who.id)).version, name: '林晓州' }))
    expect(rulesOf(await w.verify(one, card))).toEqual(['changed'])
    await s.db.update(welcomePoint, hall, { stepCodes: ['card'] })
    expect(rulesOf(await w.read(one, w.typed(who)))).toEqual(['notHere'])
    await s.db.update(welcomePoint, hall, { stepCodes: ['verify', 'card', 'free'] })
    expect(rulesOf(await w.read(s.officer, w.typed(who)))).toEqual(['notStaff'])
    expect(rulesOf(await w.scan(who, 'verify'))).toEqual(['auto'])
  })
})
describe('30-WV3 a doubt', () => {
  it('goes to a second, different verifier; of two at once one settles it', async () => {
    const who = await w.arrival()
    const elsewhere = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect(rulesOf(await w.verify(one, await w.read(one, w.typed(who)), { result: 'doubt' }))).toEqual(['reasonMissing'])
    ok(await w.verify(one, await w.read(one, w.typed(who)), { result: 'doubt', reason: '照片不像' }))
    const id = (await w.recordOf(who))?.id ?? ''
    const asked = await w.sent('welcome.idDoubt')
    expect(asked.some(n => n.to.includes(two.userId) && n.values?.reason === '照片不像')).toBe(true)
    expect(asked.some(n => n.to.includes(one.userId) && n.bizId === id)).toBe(false)
    expect(asked.some(n => n.to.includes(elsewhere.userId))).toBe(false)
    expect(rulesOf(await w.settle(one, id))).toEqual(['sameVerifier'])
    expect((await w.settle(elsewhere, id)).code).toBe(404)
    const answers = await Promise.all([w.settle(two, id), w.settle(s.admissions, id)])
    expect(answers.map(a => a.code === 200).sort()).toEqual([false, true])
    expect(answers.flatMap(rulesOf)).toEqual(['settled'])
    expect(await w.recordOf(who)).toMatchObject({ result: 'pass', verifier: one.userId })
    expect((await s.state(batchId, who, 'verify')).state).toBe('done')
  })
  it('that fails informs admissions and stops required steps on site, until admissions takes it back', async () => {
    const who = await w.arrival()
    ok(await w.verify(one, await w.read(one, w.typed(who)), { result: 'fail', reason: '证件不是本人的' }))
    const id = (await w.recordOf(who))?.id ?? ''
    expect((await w.sent('welcome.idFailed', s.admissions.userId)).some(n => n.bizId === id)).toBe(true)
    const states = async () => [(await s.state(batchId, who, 'card')).state, (await s.state(batchId, who, 'free')).state]
    expect(await states()).toEqual(['locked', 'open'])
    const blocked = await w.scan(who, 'card')
    expect([rulesOf(blocked), blocked.errors[0]?.msg]).toEqual([['lacks'], expect.stringContaining('核验不通过')])
    const { id: memberId } = await s.member(batchId, who)
    const waive = () => s.admissions.post('welcome/welcomeMember/waive', { id: memberId, code: 'card', remark: '先进校，以后补办' })
    expect(rulesOf(await waive())).toEqual(['lacks'])
    ok(await w.scan(who, 'free'))
    const review = () => s.admissions.post('admission/admittedStudent/review', { id: who.id, hasLetter: true, hasIdDocument: true, hasArchive: true })
    const stopped = await review()
    expect([rulesOf(stopped), stopped.errors[0]?.msg]).toEqual([['stopped'], expect.stringContaining('身份核验不通过')])
    expect((await two.post('welcome/idVerification/reopen', { id, reason: '补来了证明' })).code).toBe(403)
    ok(await s.admissions.post('welcome/idVerification/reopen', { id, reason: '补来了证明' }))
    expect(await states()).toEqual(['open', 'done'])
    expect(rulesOf(await w.settle(one, id))).toEqual(['sameVerifier'])
    ok(await w.settle(two, id))
    expect(rulesOf(await w.settle(s.admissions, id))).toEqual(['settled'])
    ok(await w.scan(who, 'card'))
    ok(await review())
    expect((await s.state(batchId, who, 'verify')).state).toBe('done')
  })
})
