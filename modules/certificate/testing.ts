import type { InputOf, OutputOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { approveAs, type Pupil, proofOf, type StandingSchool, standingSchool } from '#modules/standing/testing.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import type { certApplication } from './model/application.ts'
import { type CertCatalog, certCatalog } from './model/cert-catalog.ts'
import { type StudentCert, studentCert } from './model/student-cert.ts'

type Form = InputOf<typeof certApplication.apply>
/** A school whose catalogue has English by levels and a licence for two years. */
export interface CertSchool extends StandingSchool {
  english: string
  licence: string
  form(who: Pupil, more?: Partial<Form>): Promise<Form>
  add(who: Pupil, more?: Partial<Form>): Promise<Answer<OutputOf<typeof certApplication.apply>>>
  /** Registered and approved; returns its id. */
  registered(who: Pupil, more?: Partial<Form>): Promise<string>
  verify(ids: readonly string[], by?: Actor): Promise<Answer<{ done: number }>>
  /** Registered, approved and verified. */
  verified(who: Pupil, more?: Partial<Form>): Promise<string>
  cert(id: string): Promise<StudentCert>
}
export const number = (): string => String(100_000_000_000_000 + serial('certNo'))
export const daysAgo = (n: number): string => addDays(today(), -n)
const extend = (s: StandingSchool & { english: string; licence: string }): Omit<CertSchool, keyof StandingSchool | 'english' | 'licence'> => {
  const form = async (who: Pupil, more: Partial<Form> = {}): Promise<Form> => ({
    ...{ catalogId: s.english, level: '四级', certNo: number(), holderName: '周雨桐', issuedOn: daysAgo(100), files: await proofOf(who.actor) },
    ...more,
  })
  const add = async (who: Pupil, more?: Partial<Form>) => who.actor.post<OutputOf<typeof certApplication.apply>>('certificate/studentCert/apply', await form(who, more))
  const registered = async (who: Pupil, more?: Partial<Form>) => {
    const { data, code, msg } = await add(who, more)
    if (code !== 200) throw new Error(msg)
    for (const by of [s.fdy, s.college]) await approveAs(by, data.instanceId ?? '')
    return data.id
  }
  const verify = async (ids: readonly string[], by = s.college) =>
    by.post<{ done: number }>('certificate/studentCert/verifyBatch', { ids, method: 'website', proof: await proofOf(by) })
  return {
    ...{ form, add, registered, verify },
    async verified(who, more) {
      const id = await registered(who, more)
      const { code, msg } = await verify([id])
      if (code !== 200) throw new Error(msg)
      return id
    },
    cert: id => s.db.unscoped(studentCert).one(id),
  }
}
export const certSchool = fixture(
  'certificate',
  standingSchool,
  async (s: StandingSchool) => {
    const entry = async (draft: Partial<CertCatalog>) => (await s.db.insert(certCatalog, { kind: 'language', issuer: '教育部教育考试院', isEnabled: true, ...draft } as never)).id
    return {
      english: await entry({ code: 'CET', name: '大学英语等级考试', levels: [{ name: '四级' }, { name: '六级' }], noPattern: '#{15}' }),
      licence: await entry({ code: 'DG', name: '低压电工作业', kind: 'industry', levels: [], validMonths: 24 }),
    }
  },
  (s): CertSchool => ({ ...s, ...extend(s) }),
)
