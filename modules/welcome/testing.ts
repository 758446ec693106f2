import type { OutputOf, Row } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { type AdmissionSchool, admissionSchool, type Newcomer, YEAR } from '#modules/admission/testing.ts'
import { campus } from '#modules/campus/model/places.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import type { mySteps } from './steps/model/actions.ts'
import { welcomeStep } from './steps/model/step.ts'
import { welcomeMember, welcomeStepState } from './steps/model/step-state.ts'

export { ok } from '#testing/answers.ts'

export type Mine = OutputOf<typeof mySteps>
export interface WelcomeSchool extends AdmissionSchool {
  fdy: Actor
  campusId: string
  /** A batch with these steps, in draft; its phases lie around now. */
  draft(steps: readonly StepDraft[], more?: Record<string, unknown>): Promise<string>
  publish(id: string): Promise<Answer<{ count: number }>>
  published(steps: readonly StepDraft[], more?: Record<string, unknown>): Promise<string>
  member(batchId: string, who: Pick<Newcomer, 'id'>): Promise<Row<typeof welcomeMember>>
  state(batchId: string, who: Pick<Newcomer, 'id'>, code: string): Promise<Row<typeof welcomeStepState>>
  mine(who: Newcomer): Promise<Mine>
}
export type StepDraft = { code: string } & Record<string, unknown>
export const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
export const rulesOf = (answer: Answer<unknown>): string[] => answer.errors.map(e => e.rule.split('.').at(-1) ?? '')
export const saysOf = (answer: Answer<unknown>): string => answer.errors.map(e => e.msg).join('；')
/** A batch of the year's new students; both phases run. */
export const batchDraft = (more: Record<string, unknown> = {}) => ({
  ...{ name: `迎新${serial('welcome')}`, year: YEAR, audience: { all: true } },
  ...{ beginTime: inHours(-48), preFrom: inHours(-47), preTo: inHours(-2), siteFrom: inHours(-1), siteTo: inHours(40), endTime: inHours(400), ...more },
})
export const welcomeSchool = fixture(
  'welcome',
  admissionSchool,
  async (s: AdmissionSchool) => {
    const [place] = await s.db.unscoped(campus).all()
    return { fdy: await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info, nickName: '林知夏' }), campusId: place?.id ?? '' }
  },
  (s): WelcomeSchool => {
    const draft: WelcomeSchool['draft'] = async (steps, more) => {
      const { id } = ok(await s.admissions.post<{ id: string }>('welcome/welcomeBatch/add', batchDraft(more)))
      await s.db.insertMany(welcomeStep, steps.map((step, n) => ({ batchId: id, name: step.code, phase: 'pre', kind: 'self', sort: n, ...step })) as never)
      return id
    }
    const publish: WelcomeSchool['publish'] = id => s.admissions.post('welcome/welcomeBatch/publish', { id })
    return {
      ...s,
      ...{ draft, publish },
      async published(steps, more) {
        const id = await draft(steps, more)
        ok(await publish(id))
        return id
      },
      async member(batchId, { id }) {
        const [row] = await s.db.unscoped(welcomeMember).all({ batchId, studentId: id })
        if (!row) throw new Error('no member')
        return row
      },
      async state(batchId, { id }, stepCode) {
        const [row] = await s.db.unscoped(welcomeStepState).all({ batchId, studentId: id, stepCode })
        if (!row) throw new Error(`no state of ${stepCode}`)
        return row
      },
      mine: async who => ok(await who.actor.get<Mine>('welcome/welcomeStepState/mine')),
    }
  },
)
