import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Row } from '#model'
import { type AdmissionSchool, admissionSchool, day, type Newcomer, setParams, YEAR } from '#modules/admission/testing.ts'
import { processInstance, processTask } from '#modules/workflow/cases/model/instance.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { admissionLetter } from './model/admission-letter.ts'
import { letterBatch } from './model/letter-batch.ts'

export type Letter = Row<typeof admissionLetter>
export type Made = Newcomer & { letter: Letter }
export interface LetterSchool extends AdmissionSchool {
  leader: Actor
  /** Admitted in a year of its own with an address, so that runs do not meet; letters are there. */
  admitted(count: number, given?: Record<string, unknown>): Promise<Newcomer[]>
  letter(studentId: string): Promise<Letter>
  check(): Promise<Answer<{ ready: number; lacking: number; rows: Array<{ name: string; lacks: string }> }>>
  ask(more?: object): Promise<Answer<{ id: string; count: number }>>
  /** The leader agrees with the newest case. */
  agree(): Promise<Answer>
  /** Checked, asked for, approved and made. */
  made(count: number, given?: Record<string, unknown>): Promise<Made[]>
  batches(): Promise<Array<Row<typeof letterBatch>>>
}
const PATH = 'letter/admissionLetter'
export const letterSchool = fixture(
  'letter',
  admissionSchool,
  async (school: AdmissionSchool) => {
    const leader = await school.as({ roles: ['teacher'], nickName: '王校长' })
    await setParams(school, 'workflow', { 'position.leader': leader.userId })
    await setParams(school, 'print', { checkAddress: 'https://xg.example.edu.cn' })
    await setParams(school, 'admission', { 'arrival.from': day(20), 'arrival.to': day(22) })
    return { leader }
  },
  (s): LetterSchool => {
    const letter = async (studentId: string): Promise<Letter> => (await s.db.unscoped(admissionLetter).all({ studentId }, { sort: ['-createdAt'], limit: 1 }))[0] as Letter
    const check: LetterSchool['check'] = () => s.admissions.post(`${PATH}/check`, { year: YEAR })
    const ask: LetterSchool['ask'] = (more = {}) => s.admissions.post('letter/letterRun/submit', { year: YEAR, template: 'admissionLetter', ...more })
    const agree: LetterSchool['agree'] = async () => {
      const running = await s.db.unscoped(processInstance).find({ bizType: 'letterRun', state: 'pending' })
      const task = await s.db.unscoped(processTask).find({ instanceId: running?.id ?? '', assigneeId: s.leader.userId, state: 'todo' })
      return s.leader.post('workflow/processTask/approve', { taskId: task?.id })
    }
    const admitted: LetterSchool['admitted'] = async (count, given = {}) => {
      const people: Newcomer[] = []
      for (let n = 0; n < count; n++) people.push(await s.newcomer({ address: '人民路 12 号', ...given }))
      await s.server.settle()
      return people
    }
    return {
      ...{ ...s, letter, check, ask, agree, admitted },
      async made(count, given) {
        const people = await admitted(count, given)
        for (const answer of [await check(), await ask(), await agree()]) if (answer.code !== 200) throw new Error(`${answer.msg} ${JSON.stringify(answer.errors)}`)
        await s.server.settle()
        return Promise.all(people.map(async p => ({ ...p, letter: await letter(p.id) })))
      },
      batches: () => s.db.unscoped(letterBatch).all({ year: YEAR }, { sort: ['batchNo'] }),
    }
  },
)
const CARRIER = { customer: 'SCHOOL', key: 'key of the school' }
/** Stand-in of the service that asks carriers: lines by waybill, and what it was asked. */
export async function carrierService(s: LetterSchool) {
  const lines = new Map<string, Array<{ time: string; statusCode: string; areaName: string }>>()
  const asked: Array<{ com: string; num: string; phone: string }> = []
  const server = createServer(async (request, reply) => {
    const form = new URLSearchParams(await text(request))
    const param = form.get('param') ?? ''
    const sign = createHash('md5').update(`${param}${CARRIER.key}${CARRIER.customer}`).digest('hex').toUpperCase()
    const { num, com, phone } = JSON.parse(param) as (typeof asked)[number]
    asked.push({ com, num, phone })
    const data = lines.get(num)
    const unknown = com === 'shunfeng' && !phone ? ['408', '验证码错误'] : ['500', '查询无结果，请隔段时间再查']
    const refused = form.get('sign') === sign ? (data ? undefined : unknown) : ['503', '验证签名失败']
    const answer = refused ? { result: false, returnCode: refused[0], message: refused[1] } : { message: 'ok', status: '200', state: data?.[0]?.statusCode, com, nu: num, data }
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/poll/query.do`
  const setUp = (key = CARRIER.key) => setParams(s, 'letter', { 'track.url': url, 'track.customer': CARRIER.customer, 'track.key': s.db.sealed(key) })
  return { lines, asked, setUp, close: () => new Promise<void>(gone => server.close(() => gone())) }
}
