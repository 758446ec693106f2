import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { InputOf, OutputOf } from '#model'
import { addDays, addMonths } from '#model/days.ts'
import { schoolInstant } from '#model/school-time.ts'
import { entryReexamination } from '#modules/admission/review/model/reexamination.ts'
import { type Newcomer, setParams } from '#modules/admission/testing.ts'
import { face } from '#modules/photo/testing.ts'
import { citizenNo } from '#modules/student/testing.ts'
import { today } from '#server/base/today.ts'
import { captureNotifications, type SentNotification } from '#testing/capture-notifications.ts'
import { upload } from '#testing/roster.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { welcomeBatch } from '../steps/model/batch.ts'
import { welcomePoint } from '../steps/model/point.ts'
import { lookAgain } from '../steps/server/enter.ts'
import { ok, rulesOf, type WelcomeSchool, welcomeSchool } from '../testing.ts'
import type { myConsent, readDocument, verifyId } from './model/actions.ts'
import { idVerification } from './model/verification.ts'
import { eraseDue } from './server/jobs.ts'
import { type Services, verifyServices } from './testing.ts'

type Read = OutputOf<typeof readDocument>
type Verified = OutputOf<typeof verifyId>
const VERIFY = { code: 'verify', name: '身份核验', kind: 'auto', phase: 'site', autoSource: 'welcome.verify' }
const CARD = { code: 'card', name: '领校园卡', kind: 'staff', phase: 'site' }
const FREE = { code: 'free', name: '参观', kind: 'staff', phase: 'site', required: false }
let s: WelcomeSchool
let batchId: string
let hall: string
let one: Actor
let two: Actor
let services: Services
let sent: (event: string, to?: string) => Promise<SentNotification[]>
beforeAll(async () => {
  s = await welcomeSchool()
  sent = captureNotifications(s.server)
  await s.newcomer()
  ;[one, two] = [await s.as({ roles: ['college'], departmentId: s.ids.info, nickName: '核验一' }), await s.as({ roles: ['college'], departmentId: s.ids.info, nickName: '核验二' })]
  batchId = await s.published([VERIFY, CARD, FREE])
  hall = (await s.db.insert(welcomePoint, { batchId, name: '体育馆', campusId: s.campusId, stepCodes: ['verify', 'card', 'free'], staff: [one.userId, two.userId] })).id
  services = await verifyServices()
  vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await services.close()
  await s.close()
})
afterEach(() => void vi.useRealTimers())
async function arrival(given: Record<string, unknown> = {}): Promise<Newcomer & { name: string }> {
  const name = String(given.name ?? '林晓舟')
  const who = await s.newcomer({ ...given, name })
  await lookAgain(s.db)
  return { ...who, name }
}
const read = (by: Actor, input: Partial<InputOf<typeof readDocument>>) => by.post<Read>('welcome/idVerification/read', { pointId: hall, ...input })
const typed = (who: Newcomer & { name: string }) => ({ cardNo: who.idNo, cardName: who.name, isForever: true })
const verify = (by: Actor, given: Answer<Read>, input: object = {}) => by.post<Verified>('welcome/idVerification/verify', { reading: ok(given).reading, result: 'pass', ...input })
const recordOf = async ({ id }: Newcomer) => (await s.db.unscoped(idVerification).all({ studentId: id }))[0]
const settle = (by: Actor, id: string, result = 'pass') => by.post('welcome/idVerification/settle', { id, result, reason: '和本人、户口簿又核对了一次' })
const consent = (who: Newcomer, face: boolean, idImage: boolean) => who.actor.post('welcome/verifyConsent/answer', { face, idImage })
const picture = async (by: Actor) => (await upload<{ fileId: string }>(by, 'oss/oss/endpoint/put-file', await face(), 'live.jpg')).data.fileId
const codeOf = async (who: Newcomer) => ok(await who.actor.get<{ code: string }>('welcome/welcomeScan/code')).code
const scan = async (who: Newcomer, stepCode: string) => one.post('welcome/welcomeScan/scan', { pointId: hall, stepCode, code: await codeOf(who) })
const withServices = () =>
  setParams(s, 'welcome', {
    'verify.readerUrl': `${services.address}/read`,
    'verify.readerKey': s.db.sealed('key of the school'),
    'verify.faceUrl': `${services.address}/face`,
  })

describe('30-WV1 verification', () => {
  it('passes where number, name and validity agree with the roll, which settles the step and the arrival', async () => {
    const who = await arrival()
    const card = await read(one, typed(who))
    expect(ok(card)).toMatchObject({ name: who.name, done: null, mayTakePhoto: false, idPhoto: null })
    expect(ok(card).checks.every(c => c?.isMet)).toBe(true)
    expect(ok(await verify(one, card))).toMatchObject({ isRepeat: false, result: 'pass', faults: [], by: '核验一' })
    expect((await s.state(batchId, who, 'verify')).state).toBe('done')
    expect((await s.member(batchId, who)).arrivedAt).not.toBe(null)
    expect(await recordOf(who)).toMatchObject({ method: 'manual', result: 'pass', verifier: one.userId, score: null })
  })
  it('turns a pass into a doubt where one of them does not agree, and says which', async () => {
    const other = await arrival()
    const cases = [
      ['number', async (who: Newcomer & { name: string }) => ({ ...typed(who), cardNo: other.idNo, code: await codeOf(who) })],
      ['name', async (who: Newcomer & { name: string }) => ({ ...typed(who), cardName: '李四' })],
      ['validity', async (who: Newcomer & { name: string }) => ({ ...typed(who), isForever: false, validTo: addDays(today(), -1) })],
    ] as const
    for (const [fault, input] of cases) {
      const who = await arrival()
      const card = await read(one, await input(who))
      expect(ok(card).checks.flatMap(c => (c?.isMet ? [] : c?.check))).toEqual([fault])
      expect(ok(await verify(one, card))).toMatchObject({ result: 'doubt', faults: [fault] })
      expect((await s.state(batchId, who, 'verify')).state).toBe('open')
    }
    const last = await arrival()
    ok(await read(one, { ...typed(last), isForever: false, validTo: today() }))
    expect(ok(await read(one, { ...typed(last), cardName: ' 林 晓舟' })).checks.every(c => c?.isMet)).toBe(true)
    expect(rulesOf(await read(one, { cardNo: last.idNo, cardName: last.name }))).toEqual(['validityMissing'])
    expect(rulesOf(await read(one, { ...typed(last), cardNo: citizenNo('11010119990101001') }))).toEqual(['stranger'])
  })
  it('takes a twin for a doubt, whatever the service says', async () => {
    const [place, day] = ['110101', '20060715']
    const twin = (name: string, end: string) => arrival({ name, idNo: citizenNo(`${place}${day}${end}`), birthDate: '2006-07-15' })
    const [a, b] = [await twin('程大双', '801'), await twin('程小双', '803')]
    await withServices()
    services.score = 99
    ok(await consent(a, true, false))
    const card = await read(one, typed(b))
    expect(ok(card).checks.flatMap(c => (c?.isMet ? [] : c?.check))).toEqual(['twin'])
    expect(ok(await verify(one, card))).toMatchObject({ result: 'doubt', faults: ['twin'] })
    // a shows the document of b
    const swapped = await read(one, { ...typed(b), code: await codeOf(a) })
    expect(ok(await verify(one, swapped, { livePhoto: await picture(one) }))).toMatchObject({ name: '程大双', result: 'doubt', faults: ['number', 'name', 'twin'] })
  })
  it('reads the card that lies on a reader, and asks the service for the face', async () => {
    await withServices()
    const [near, far, silent] = [await arrival(), await arrival(), await arrival()]
    const card = { partyName: '林晓舟', expDate: '20990101', identityPic: (await face()).toString('base64') }
    const pass = async (who: Newcomer, score: number | undefined) => {
      ok(await consent(who, true, true))
      services.cards.set('A01', { ...card, certNumber: who.idNo })
      services.score = score
      const found = await read(one, { device: 'A01' })
      expect(ok(found).idPhoto).not.toBe(null)
      return ok(await verify(one, found, { livePhoto: await picture(one) }))
    }
    expect(await pass(near, 80)).toMatchObject({ result: 'pass' })
    expect(await recordOf(near)).toMatchObject({ method: 'face', score: 80, reader: 'A01', idFiles: [expect.any(String)], livePhoto: [expect.any(String)] })
    expect(await pass(far, 79.99)).toMatchObject({ result: 'doubt', faults: ['face'] })
    expect(await pass(silent, undefined)).toMatchObject({ result: 'pass' })
    expect(await recordOf(silent)).toMatchObject({ method: 'reader', score: null })
    expect(services.keys).toContain('Bearer key of the school')
    services.cards.set('A02', { ...card, certNumber: near.idNo, expDate: '20200101' })
    expect(ok(await read(one, { device: 'A02' })).checks).toContainEqual({ check: 'validity', isMet: false })
    expect(rulesOf(await read(one, { device: 'A09' }))).toEqual(['noCard'])
    await setParams(s, 'welcome', { 'verify.readerUrl': 'http://127.0.0.1:9/read' })
    expect(rulesOf(await read(one, { device: 'A01' }))).toEqual(['silent'])
    await setParams(s, 'welcome', { 'verify.readerUrl': '' })
    expect(rulesOf(await read(one, { device: 'A01' }))).toEqual(['noReader'])
  })
  it('of one document at several desks at once leaves one record, and tells the others who did it', async () => {
    const who = await arrival()
    const cards = await Promise.all([one, two, one, two].map(async by => ({ by, card: await read(by, typed(who)) })))
    const answers = (await Promise.all(cards.map(({ by, card }) => verify(by, card)))).map(ok)
    expect(answers.map(a => a.isRepeat).sort()).toEqual([false, true, true, true])
    expect(new Set(answers.map(a => a.by)).size).toBe(1)
    expect(await s.db.unscoped(idVerification).count({ studentId: who.id })).toBe(1)
    expect(ok(await read(two, typed(who))).done).toMatchObject({ result: 'pass' })
  })
  it('counts for what the caller has read, for ten minutes, and only at points that do it', async () => {
    const who = await arrival()
    const card = await read(one, typed(who))
    const { reading } = ok(card)
    expect(rulesOf(await two.post('welcome/idVerification/verify', { reading, result: 'pass' }))).toEqual(['expired'])
    const [body = '', mac] = reading.split('.')
    const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace('"faults":[]', '"faults":[ ]')).toString('base64url')
    expect(rulesOf(await one.post('welcome/idVerification/verify', { reading: `${forged}.${mac}`, result: 'pass' }))).toEqual(['expired'])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    expect(rulesOf(await verify(one, card))).toEqual(['expired'])
    vi.useRealTimers()
    ok(await s.admissions.post('admission/admittedStudent/update', { id: who.id, version: (await s.onRoll(who.id)).version, name: '林晓州' }))
    expect(rulesOf(await verify(one, card))).toEqual(['changed'])
    await s.db.update(welcomePoint, hall, { stepCodes: ['card'] })
    expect(rulesOf(await read(one, typed(who)))).toEqual(['notHere'])
    await s.db.update(welcomePoint, hall, { stepCodes: ['verify', 'card', 'free'] })
    expect(rulesOf(await read(s.officer, typed(who)))).toEqual(['notStaff'])
    expect(rulesOf(await scan(who, 'verify'))).toEqual(['auto'])
  })
})
describe('30-WV2 pictures', () => {
  it('are taken only of those who agree, each by itself; whoever refuses is verified all the same', async () => {
    await withServices()
    const who = await arrival()
    services.cards.set('A03', { partyName: who.name, certNumber: who.idNo, expDate: '长期', identityPic: (await face()).toString('base64') })
    expect(ok(await who.actor.get<OutputOf<typeof myConsent>>('welcome/verifyConsent/mine'))).toMatchObject({ isAnswered: false, face: false, idImage: false })
    const unanswered = await read(one, { device: 'A03' })
    expect(ok(unanswered)).toMatchObject({ idPhoto: null, mayTakePhoto: false })
    expect(rulesOf(await verify(one, unanswered, { livePhoto: await picture(one) }))).toEqual(['noConsent'])
    ok(await consent(who, true, false))
    expect(ok(await read(one, { device: 'A03' }))).toMatchObject({ idPhoto: null, mayTakePhoto: true })
    ok(await consent(who, false, true))
    const card = await read(one, { device: 'A03' })
    expect(ok(card)).toMatchObject({ idPhoto: expect.any(String), mayTakePhoto: false })
    expect(ok(await verify(one, card))).toMatchObject({ result: 'pass' })
    expect(await recordOf(who)).toMatchObject({ method: 'reader', idFiles: [ok(card).idPhoto], livePhoto: null })
  })
  it('are sensitive, and are deleted when somebody does not agree any more', async () => {
    await withServices()
    services.score = 95
    const who = await arrival()
    ok(await consent(who, true, true))
    services.cards.set('A04', { partyName: who.name, certNumber: who.idNo, expDate: '长期', identityPic: (await face()).toString('base64') })
    ok(await verify(one, await read(one, { device: 'A04' }), { livePhoto: await picture(one) }))
    const record = await recordOf(who)
    const [file] = record?.livePhoto ?? []
    const download = async (by: Actor) => (await by.get(`oss/oss/endpoint/download-file?fileId=${file}`)).code
    expect((await verify(one, await read(one, typed(await arrival())), { livePhoto: file })).code).not.toBe(200)
    const viewer = await s.as({ roles: ['fdy'], nickName: '只看名单' })
    expect(await download(viewer)).not.toBe(200)
    ok(await consent(who, false, true))
    expect(await recordOf(who)).toMatchObject({ result: 'pass', livePhoto: null, idFiles: [expect.any(String)] })
    const left = await s.db.query<{ field: string }>(sql`select field from attachment where biz_id = ${record?.id} and (expires_at is null or expires_at > now())`)
    expect(left.map(f => f.field)).toEqual(['idFiles'])
  })
})
it('30-WV4 deletes pictures some months after the re-examination, or the batch of whoever has none; the results stay', async () => {
  await setParams(s, 'welcome', { 'verify.keepMonths': 6 })
  await withServices()
  services.score = 95
  const pictured = async () => {
    const who = await arrival()
    ok(await consent(who, true, true))
    services.cards.set('A05', { partyName: who.name, certNumber: who.idNo, expDate: '长期', identityPic: (await face()).toString('base64') })
    ok(await verify(one, await read(one, { device: 'A05' }), { livePhoto: await picture(one) }))
    return who
  }
  const [passed, open, none] = [await pictured(), await pictured(), await pictured()]
  const moment = (days: number) => schoolInstant(addDays(today(), days))
  const about = { departmentId: s.ids.info, year: 2024, dueAt: moment(0), warnAt: moment(0) }
  await s.db.insert(entryReexamination, { ...about, studentId: passed.id, state: 'passed', judgedAt: moment(0) })
  await s.db.insert(entryReexamination, { ...about, studentId: open.id, state: 'open' })
  const kept = async () => [await recordOf(passed), await recordOf(open), await recordOf(none)].map(r => Boolean(r?.idFiles && r.livePhoto))
  const later = (months: number, days: number) => addDays(addMonths(today(), months), days)
  await eraseDue(s.db)
  expect(await kept()).toEqual([true, true, true])
  await setParams(s, 'welcome', { 'verify.keepMonths': 7 })
  await eraseDue(s.db, later(6, 20))
  expect(await kept()).toEqual([true, true, true])
  await setParams(s, 'welcome', { 'verify.keepMonths': 6 })
  await s.db.update(welcomeBatch, batchId, { endTime: moment(60) })
  await eraseDue(s.db, later(6, 5))
  expect(await kept()).toEqual([false, true, true])
  await eraseDue(s.db, later(6, 70))
  expect(await kept()).toEqual([false, true, false])
  expect(await recordOf(none)).toMatchObject({ result: 'pass', score: 95, idFiles: null, livePhoto: null })
  const left = await s.db.query(
    sql`select 1 from attachment where biz_id = any(${[(await recordOf(passed))?.id, (await recordOf(none))?.id]}::uuid[]) and (expires_at is null or expires_at > now())`,
  )
  expect(left).toEqual([])
})
describe('30-WV3 a doubt', () => {
  it('goes to a second, different verifier; of two at once one settles it', async () => {
    const who = await arrival()
    const elsewhere = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect(rulesOf(await verify(one, await read(one, typed(who)), { result: 'doubt' }))).toEqual(['reasonMissing'])
    ok(await verify(one, await read(one, typed(who)), { result: 'doubt', reason: '照片不像' }))
    const id = (await recordOf(who))?.id ?? ''
    const asked = await sent('welcome.idDoubt')
    expect(asked.some(n => n.to.includes(two.userId) && n.values?.reason === '照片不像')).toBe(true)
    expect(asked.some(n => n.to.includes(one.userId) && n.bizId === id)).toBe(false)
    expect(asked.some(n => n.to.includes(elsewhere.userId))).toBe(false)
    expect(rulesOf(await settle(one, id))).toEqual(['sameVerifier'])
    expect((await settle(elsewhere, id)).code).toBe(404)
    const answers = await Promise.all([settle(two, id), settle(s.admissions, id)])
    expect(answers.map(a => a.code === 200).sort()).toEqual([false, true])
    expect(answers.flatMap(rulesOf)).toEqual(['settled'])
    expect(await recordOf(who)).toMatchObject({ result: 'pass', verifier: one.userId })
    expect((await s.state(batchId, who, 'verify')).state).toBe('done')
  })
  it('that fails informs admissions and stops required steps on site, until admissions takes it back', async () => {
    const who = await arrival()
    ok(await verify(one, await read(one, typed(who)), { result: 'fail', reason: '证件不是本人的' }))
    const id = (await recordOf(who))?.id ?? ''
    expect((await sent('welcome.idFailed', s.admissions.userId)).some(n => n.bizId === id)).toBe(true)
    const states = async () => [(await s.state(batchId, who, 'card')).state, (await s.state(batchId, who, 'free')).state]
    expect(await states()).toEqual(['locked', 'open'])
    const blocked = await scan(who, 'card')
    expect([rulesOf(blocked), blocked.errors[0]?.msg]).toEqual([['lacks'], expect.stringContaining('核验不通过')])
    ok(await scan(who, 'free'))
    expect((await two.post('welcome/idVerification/reopen', { id, reason: '补来了证明' })).code).toBe(403)
    ok(await s.admissions.post('welcome/idVerification/reopen', { id, reason: '补来了证明' }))
    expect(await states()).toEqual(['open', 'done'])
    expect(rulesOf(await settle(one, id))).toEqual(['sameVerifier'])
    ok(await settle(two, id))
    expect(rulesOf(await settle(s.admissions, id))).toEqual(['settled'])
    ok(await scan(who, 'card'))
    expect((await s.state(batchId, who, 'verify')).state).toBe('done')
  })
})
