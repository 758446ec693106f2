import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { InputOf, OutputOf } from '#model'
import { type Newcomer, setParams } from '#modules/admission/testing.ts'
import { face } from '#modules/photo/testing.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { upload } from '#testing/roster.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { welcomePoint } from '../steps/model/point.ts'
import { lookAgain } from '../steps/server/enter.ts'
import { ok, welcomeSchool } from '../testing.ts'
import type { readDocument, verifyId } from './model/actions.ts'
import { idVerification } from './model/verification.ts'

/** What lies on a reader, as its service tells it. */
interface Card {
  partyName: string
  certNumber: string
  expDate: string
  identityPic?: string
}
export interface Services {
  address: string
  /** Cards by reader. */
  cards: Map<string, Card>
  /** What the comparison answers: a score, or nothing. */
  score: number | undefined
  /** Keys that callers have sent. */
  keys: Array<string | undefined>
  close(): Promise<void>
}
/** Stand-ins of the two services a school may have: of its readers, and of its comparison of faces. */
async function verifyServices(): Promise<Services> {
  const of: Services = { address: '', cards: new Map(), score: undefined, keys: [], close: async () => {} }
  const answer = async (request: IncomingMessage): Promise<object> => {
    of.keys.push(request.headers.authorization)
    const url = new URL(request.url ?? '', 'http://reader')
    if (url.pathname === '/face') {
      const { image1, image2 } = JSON.parse(await text(request)) as { image1?: string; image2?: string }
      return image1 && image2 && of.score !== undefined ? { score: of.score } : { error: 'no face' }
    }
    const card = of.cards.get(url.searchParams.get('device') ?? '')
    return card ? { resultFlag: 0, resultContent: { gender: '1', nation: '汉', effDate: '20200101', ...card } } : { resultFlag: -1, errorMsg: 'no card' }
  }
  const server = createServer(async (request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(await answer(request)))
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  of.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  of.close = () => new Promise(gone => server.close(() => gone()))
  return of
}

type Read = OutputOf<typeof readDocument>
type Verified = OutputOf<typeof verifyId>
type Arrival = Newcomer & { name: string }
const STEPS = [
  { code: 'verify', name: '身份核验', kind: 'auto', phase: 'site', autoSource: 'welcome.verify' },
  { code: 'card', name: '领校园卡', kind: 'staff', phase: 'site', waivedBy: ['admissions'] },
  { code: 'free', name: '参观', kind: 'staff', phase: 'site', required: false },
]
/** A welcome school whose hall verifies documents, with two verifiers of a college and stand-ins of the services. */
export async function verifyWelcome() {
  const s = await welcomeSchool()
  const sent = captureNotifications(s.server)
  await s.newcomer()
  const verifier = (nickName: string) => s.as({ roles: ['college'], departmentId: s.ids.info, nickName })
  const [one, two] = [await verifier('核验一'), await verifier('核验二')]
  const batchId = await s.published(STEPS)
  const at = { batchId, name: '体育馆', campusId: s.campusId, stepCodes: STEPS.map(step => step.code), staff: [one.userId, two.userId] }
  const { id: hall } = await s.db.insert(welcomePoint, at)
  const services = await verifyServices()
  async function arrival(given: Record<string, unknown> = {}): Promise<Arrival> {
    const name = String(given.name ?? '林晓舟')
    const who = await s.newcomer({ ...given, name })
    await lookAgain(s.db)
    return { ...who, name }
  }
  const codeOf = async (who: Newcomer) => ok(await who.actor.get<{ code: string }>('welcome/welcomeScan/code')).code
  return {
    ...{ s, sent, one, two, batchId, hall, services, arrival, codeOf },
    read: (by: Actor, input: Partial<InputOf<typeof readDocument>>) => by.post<Read>('welcome/idVerification/read', { pointId: hall, ...input }),
    typed: (who: Arrival) => ({ cardNo: who.idNo, cardName: who.name, isForever: true }),
    verify: (by: Actor, given: Answer<Read>, input: object = {}) => by.post<Verified>('welcome/idVerification/verify', { reading: ok(given).reading, result: 'pass', ...input }),
    recordOf: async ({ id }: Newcomer) => (await s.db.unscoped(idVerification).all({ studentId: id }))[0],
    settle: (by: Actor, id: string, result = 'pass') => by.post('welcome/idVerification/settle', { id, result, reason: '和本人、户口簿又核对了一次' }),
    consent: (who: Newcomer, isFace: boolean, idImage: boolean) => who.actor.post('welcome/verifyConsent/answer', { face: isFace, idImage }),
    picture: async (by: Actor) => (await upload<{ fileId: string }>(by, 'oss/oss/endpoint/put-file', await face(), 'live.jpg')).data.fileId,
    scan: async (who: Newcomer, stepCode: string) => one.post('welcome/welcomeScan/scan', { pointId: hall, stepCode, code: await codeOf(who) }),
    withServices: () =>
      setParams(s, 'welcome', {
        'verify.readerUrl': `${services.address}/read`,
        'verify.readerKey': s.db.sealed('key of the school'),
        'verify.faceUrl': `${services.address}/face`,
      }),
    async close() {
      await services.close()
      await s.close()
    },
  }
}
export type VerifyWelcome = Awaited<ReturnType<typeof verifyWelcome>>
