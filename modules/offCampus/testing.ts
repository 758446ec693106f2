import type { InputOf, OutputOf } from '#model'
import { canton } from '#modules/campus/model/canton.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { approveAs, livingIn, type StaySchool, staySchool } from '#modules/dormitory/stays/testing.ts'
import { guardianOf, keyIn, textTo } from '#modules/family/testing.ts'
import { setParams } from '#modules/message/testing.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import { upload } from '#testing/roster.ts'
import type { Actor, Answer } from '#testing/school.ts'
import type { stayApplication } from './model/application.ts'
import { type OffCampusStay, offCampusStay } from './model/off-campus-stay.ts'

export type Form = InputOf<typeof stayApplication.apply>
export type Applied = OutputOf<typeof stayApplication.apply>
export interface Pupil {
  id: string
  studentNo: string
  actor: Actor
  guardianId: string
  phone: string
}
/** A school with dormitories whose students may live outside. */
export interface StayOutSchool extends StaySchool {
  pupil(given?: { classId?: string; genderCode?: string }): Promise<Pupil>
  form(who: Pick<Pupil, 'guardianId'>, more?: Partial<Form>): Form
  apply(who: Pupil, more?: Partial<Form>): Promise<Answer<Applied>>
  /** The guardian answers by the link. */
  answer(who: Pupil, answer: 'agreed' | 'refused'): Promise<Answer<unknown>>
  /** The counsellor records a consent on paper. */
  witnessed(id: string): Promise<Answer<unknown>>
  noteCall(id: string): Promise<Answer<unknown>>
  /** Applied for, agreed to, called about and approved by all three. */
  approved(who: Pupil, more?: Partial<Form>): Promise<OffCampusStay>
  row(id: string): Promise<OffCampusStay>
}
export const day = (n: number): string => addDays(today(), n)
export const must = <T>(answer: Answer<T>): T => {
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data
}
export const rulesOf = (answer: Answer<unknown>): string[] => answer.errors.map(e => e.rule.split('.').at(-1) ?? '')
export const proofOf = async (who: Actor): Promise<string[]> => [
  (await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', Buffer.from('%PDF-1.4\n%%EOF\n'), '证明.pdf')).data.fileId,
]
export { approveAs, livingIn }

function helpersOf(s: StaySchool): Omit<StayOutSchool, keyof StaySchool> {
  const form: StayOutSchool['form'] = (who, more = {}) => ({
    ...{ kind: 'withFamily', reason: '家在学校旁边，照顾老人', fromOn: day(1), toOn: day(2), cantonCode: '110101', address: '幸福路 8 号 3 单元 501', guardianId: who.guardianId },
    ...{ emergencyName: '周建国', emergencyPhone: '13912345678', keepBed: false, pledge: true, ...more },
  })
  const row: StayOutSchool['row'] = id => s.db.unscoped(offCampusStay).one(id)
  const apply: StayOutSchool['apply'] = (who, more) => who.actor.post<Applied>('offCampus/offCampusStay/apply', form(who, more))
  const noteCall: StayOutSchool['noteCall'] = id =>
    s.fdy.post('offCampus/offCampusStay/noteCall', { id, at: new Date(Date.now() - 60_000).toISOString(), way: 'phone', words: '家长知情，同意' })
  const answer: StayOutSchool['answer'] = async (who, given) => {
    const key = keyIn(await textTo(s, who.phone))
    must(await s.anonymous.post('family/guardianConsent/sendCode', { key }))
    const code = /\d{6}/.exec(await textTo(s, who.phone))?.[0] ?? ''
    const done = await s.anonymous.post('family/guardianConsent/answer', { key, answer: given, signature: '周建国', code })
    await s.server.settle()
    return done
  }
  /** On paper: a phone gets one code a minute. */
  const witnessed = async (id: string): Promise<Answer<unknown>> => {
    const given = { channel: 'paper', answer: 'agreed', signature: '周建国', witnessId: s.ids.lin, proof: await proofOf(s.fdy) }
    const done = await s.fdy.post('family/guardianConsent/witness', { id: (await row(id)).consentId, ...given })
    await s.server.settle()
    return done
  }
  return {
    ...{ form, row, apply, noteCall, answer, witnessed },
    async pupil(given) {
      const [who] = await s.students(1, given)
      if (!who) throw new Error('no student')
      const guardian = await guardianOf(s, who.id)
      return { ...who, actor: await s.self(who.id), guardianId: guardian.id, phone: guardian.phone }
    },
    async approved(who, more) {
      const { id, instanceId } = must(await apply(who, more))
      must(await (more?.earlierId ? witnessed(id) : answer(who, 'agreed')))
      must(await noteCall(id))
      for (const by of [s.fdy, s.college, s.officer]) must(await approveAs(by, instanceId))
      await s.server.settle()
      return row(id)
    },
  }
}
export const stayOutSchool = fixture(
  'stayOut',
  staySchool,
  async (s: StaySchool) => {
    await setParams(s, 'login', { siteUrl: 'https://xg.example.edu.cn' })
    await setParams(s, 'message', { quietFrom: '00:00', quietTo: '00:00' })
    if (!(await s.db.unscoped(canton).count({ code: '110101' }))) await s.db.insert(canton, { code: '110101', name: '东城区', level: 'area' } as never)
    return {}
  },
  (s): StayOutSchool => ({ ...s, ...helpersOf(s) }),
)
