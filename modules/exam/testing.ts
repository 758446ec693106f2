import type { Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { face, uploaded } from '#modules/photo/testing.ts'
import { citizenNo, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { examApplication } from './entry/model/application.ts'

export { ok, ruleOf } from '#testing/answers.ts'

export interface Entrant {
  actor: Actor
  ksh: string
  idNo: string
  /** Of the registration. */
  id: string
}
export interface ExamSchool extends SmallSchool {
  admissions: Actor
  second: Actor
  /** A batch with one plan for each of these lists of categories, published. */
  batch(given?: Record<string, unknown>, plans?: ReadonlyArray<Record<string, unknown>>): Promise<{ id: string; plans: string[] }>
  stranger(): Promise<Pick<Entrant, 'actor' | 'ksh' | 'idNo'>>
  begin(who: Pick<Entrant, 'actor' | 'ksh' | 'idNo'>, batchId: string): Promise<Answer<{ id: string }>>
  /** Everything filled in but the choices. */
  entrant(batchId: string, info?: Record<string, unknown>): Promise<Entrant>
  choose(who: Entrant, choices: readonly string[], more?: object): Promise<Answer<{ choiceSeq: number }>>
  submit(who: Entrant, more?: object): Promise<Answer<{ state: string }>>
  /** Handed in for the first plan. */
  entered(batch: { id: string; plans: string[] }, info?: Record<string, unknown>): Promise<Entrant>
  row(who: Pick<Entrant, 'id'>): Promise<Row<typeof examApplication>>
}
export const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
export const batchDraft = (more: Record<string, unknown> = {}) => ({
  ...{ name: `单招${serial('exam')}`, kind: 'single', year: 2026, audience: { all: true }, maxChoices: 2, adjust: true, fee: 0 },
  ...{ beginTime: inHours(-48), endTime: inHours(48), reviewTo: inHours(300), payTo: inHours(400), ...more },
})
export const planDraft = (s: Pick<SmallSchool, 'ids'>, batchId: string, more: Record<string, unknown> = {}) => ({
  ...{ batchId, code: `P${serial('plan')}`, majorId: s.ids.software, quotas: [{ category: 'regular', places: 30 }], subjects: ['chinese', 'skill'], ...more },
})
/** A person; each call another. */
export function person(): { ksh: string; idNo: string } {
  const n = serial('entrant')
  const first = `110101${20070101 + (n % 27)}${String(100 + ((n * 2) % 900)).padStart(3, '0')}`
  return { ksh: `26110101${String(n).padStart(6, '0')}`, idNo: citizenNo(first) }
}
export const INFO = { name: '林晓舟', category: 'regular', school: '青山中学', canton: '110101', phone: '13812342071', address: '人民路 12 号' } as const

export const examSchool = fixture(
  'exam',
  smallSchool,
  async (s: SmallSchool) => {
    const item = { code: 'examFee', name: '报名考试费', nature: 'administrative', filingNo: 'JY2', period: 'once', optional: false, partial: false, refundRule: 'none' }
    await s.db.insert(chargeItem, item as never)
    return { admissions: await s.as({ roles: ['admissions'], nickName: '招生办周老师' }), second: await s.as({ roles: ['admissions'], nickName: '招生办吴老师' }) }
  },
  (s): ExamSchool => {
    const school: ExamSchool = {
      ...s,
      async batch(given, plans = [{}]) {
        const { id } = ok(await s.admissions.post<{ id: string }>('exam/examBatch/add', batchDraft(given)))
        const ids: string[] = []
        for (const plan of plans) ids.push(ok(await s.admissions.post<{ id: string }>('exam/examPlan/add', planDraft(s, id, plan))).id)
        ok(await s.admissions.post('exam/examBatch/publish', { id }))
        return { id, plans: ids }
      },
      stranger: async () => ({ ...person(), actor: await s.as({ realm: 'exam', roles: ['applicant'], nickName: INFO.name }) }),
      begin: ({ actor, ksh, idNo }, batchId) => actor.post('exam/examApplication/begin', { batchId, ksh, idNo }),
      async entrant(batchId, info = {}) {
        const who = await school.stranger()
        const { id } = ok(await school.begin(who, batchId))
        const { exempt, proofs, special, ...rest } = info
        ok(await who.actor.post('exam/examApplication/saveInfo', { id, ...INFO, ...rest }))
        const photoId = [await uploaded(who.actor, await face(), '照片.jpg')]
        ok(await who.actor.post('exam/examApplication/saveFiles', { id, photoId, exempt: exempt ?? 'none', proofs: proofs ?? [], special: special ?? null }))
        return { ...who, id }
      },
      choose: ({ actor, id }, choices, more = {}) => actor.post('exam/examApplication/saveChoices', { id, choices, ...more }),
      async submit(who, more = {}) {
        const { choiceSeq } = await school.row(who)
        return who.actor.post('exam/examApplication/submit', { id: who.id, choiceSeq, commitment: true, ...more })
      },
      async entered(batch, info) {
        const who = await school.entrant(batch.id, info)
        ok(await school.choose(who, batch.plans.slice(0, 1)))
        ok(await school.submit(who))
        return who
      },
      row: ({ id }) => s.db.unscoped(examApplication).one(id),
    }
    return school
  },
)
