import type { InputOf, OutputOf } from '#model'
import { canton } from '#modules/campus/model/canton.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { chargeStandard } from '#modules/fee/prices/model/charge-standard.ts'
import { studentPhoto } from '#modules/photo/model/photo.ts'
import { approveAs, type Pupil, type StandingSchool, standingSchool } from '#modules/standing/testing.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import type { handOut, makeBatch } from './model/actions.ts'
import type { reissueApplication } from './model/application.ts'
import { type CardKind, cardKind } from './model/card-kind.ts'
import { type CardReissue, cardReissue } from './model/card-reissue.ts'

type Form = InputOf<typeof reissueApplication.apply>
export type Applied = OutputOf<typeof reissueApplication.apply>
/** A school that replaces student cards for 20 yuan, campus cards for nothing, and cards for the train. */
export interface CardSchool extends StandingSchool {
  finance: Actor
  kinds: Readonly<Record<'student' | 'campus' | 'train', string>>
  /** A student with a photo, from another city. */
  holder(given?: Record<string, unknown>): Promise<Pupil>
  form(more?: Partial<Form>): Form
  apply(who: Pupil, more?: Partial<Form>): Promise<Answer<Applied>>
  /** Applied for and approved by counsellor and office. */
  approved(who: Pupil, more?: Partial<Form>): Promise<CardReissue>
  card(id: string): Promise<CardReissue>
  /** All that wait of a kind, in a batch that is produced; with numbers, ready. */
  produced(kind: string, numbers?: readonly string[]): Promise<string>
  handOut(by: Actor, input: InputOf<typeof handOut>): Promise<Answer<unknown>>
}
export const daysAgo = (n: number): string => addDays(today(), -n)
const must = <T>(answer: Answer<T>): T => {
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data
}
type Base = StandingSchool & Pick<CardSchool, 'finance' | 'kinds'>
function helpersOf(s: Base): Omit<CardSchool, keyof Base> {
  const form: CardSchool['form'] = (more = {}) => ({ kindId: s.kinds.student, reason: 'lost', lostOn: daysAgo(3), pickUp: 'window', declaration: true, ...more })
  const apply: CardSchool['apply'] = (who, more) => who.actor.post<Applied>('cardReissue/cardReissue/apply', form(more))
  const card: CardSchool['card'] = id => s.db.unscoped(cardReissue).one(id)
  return {
    ...{ form, apply, card },
    async holder(given = {}) {
      const who = await s.pupil({ homeCanton: '420100', ...given })
      const { personId } = await s.db.unscoped(student).one(who.id)
      const file = { width: 480, height: 640, bytes: 40_000, sha256: `photo${serial('photo')}`, source: 'school', state: 'accepted', isCurrent: true } as const
      await s.db.insert(studentPhoto, { personId, studentId: who.id, kind: 'enrolment', fileId: [], ...file } as never)
      return who
    },
    async approved(who, more) {
      const { id, instanceId } = must(await apply(who, more))
      for (const by of [s.fdy, s.officer]) must(await approveAs(by, instanceId))
      return card(id)
    },
    async produced(kind, numbers = []) {
      const { id } = must(await s.officer.post<OutputOf<typeof makeBatch>>('cardReissue/cardBatch/make', { kindId: kind }))
      must(await s.officer.post('cardReissue/cardBatch/start', { id }))
      for (const cardNo of numbers) must(await s.officer.post('cardReissue/cardBatch/enterNumber', { id, cardNo }))
      if (numbers.length) must(await s.officer.post('cardReissue/cardBatch/finish', { id }))
      return id
    },
    handOut: (by, input) => by.post('cardReissue/cardReissue/handOut', input),
  }
}
export const cardSchool = fixture(
  'cardReissue',
  standingSchool,
  async (s: StandingSchool) => {
    const itemId = (await s.db.insert(chargeItem, { code: 'cardCost', name: '证卡工本费', nature: 'administrative', filingNo: 'JY9', period: 'once', priority: 60 })).id
    await s.db.insert(chargeStandard, { itemId, xn: '2020-2021', amount: 20_00 })
    const kind = async (draft: Partial<CardKind>) =>
      (await s.db.insert(cardKind, { pickUpPlace: '学工处一楼', pickUpHours: '工作日 14:00-17:00', isEnabled: true, ...draft } as never)).id
    const known = new Set((await s.db.unscoped(canton).all({ code: ['310100', '420100'] })).map(c => c.code))
    for (const [code, name] of [
      ['310100', '上海市'],
      ['420100', '武汉市'],
    ] as const)
      if (!known.has(code)) await s.db.insert(canton, { code, name, level: 'city' } as never)
    return {
      finance: await s.as({ roles: ['finance'], userType: 2, nickName: '钱会计' }),
      kinds: {
        student: await kind({ code: 'XSZ', name: '学生证', chargeItemId: itemId, freeReasons: ['infoChanged'] }),
        campus: await kind({ code: 'XYK', name: '校园卡', tellsCardSystem: true, needsOldCard: true, needsPhoto: false, maxPerYear: 3 }),
        train: await kind({ code: 'HCK', name: '火车票优惠卡', isTrain: true, hasNumber: false }),
      },
    }
  },
  (s): CardSchool => ({ ...s, ...helpersOf(s) }),
)
