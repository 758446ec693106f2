import { HOUR_MS } from '#model/days.ts'
import { guardianOf, keyIn, textTo } from '#modules/family/testing.ts'
import { setParams } from '#modules/message/testing.ts'
import { addStudent, draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { ok } from '#testing/answers.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'

export { ok, ruleOf } from '#testing/answers.ts'

export const inHours = (n: number): string => new Date(Date.now() + n * HOUR_MS).toISOString()
export const CALM: readonly number[] = [0, 1, 0, 1, 0, 0, 1, 0, 0]
/** Total 12: the cut-off is reached, the item about harming oneself denied. */
export const TIRED: readonly number[] = [2, 2, 1, 2, 1, 2, 1, 1, 0]
export const HARM: readonly number[] = [0, 1, 0, 1, 0, 0, 1, 0, 1]
export const UNHURRIED = 90
export interface Pupil {
  id: string
  actor: Actor
}
export interface ScreeningSchool extends SmallSchool {
  psychologist: Actor
  officer: Actor
  college: Actor
  fdy: Actor
  /** Three of 软件2301, whose counsellor is `fdy`, and one of 视觉2301. */
  pupils: readonly Pupil[]
  away: Pupil
  phq: string
  draft(more?: object): Record<string, unknown>
  published(more?: object): Promise<string>
  pupil(given?: Record<string, unknown>, classId?: string): Promise<Pupil>
  answer(who: Pupil, id: string, answers?: readonly number[], more?: { seconds?: number; consent?: boolean }): Promise<Answer<{ words: string; needsHelp: boolean }>>
  /** The guardian answers by the link. */
  /** Answers by the link that was sent to a phone, and returns what it said of the matter. */
  guardianSays(phone: string, answer: 'agreed' | 'refused'): Promise<string | null>
}
export { guardianOf }
export const screeningSchool = fixture(
  'screening',
  smallSchool,
  async (s: SmallSchool) => {
    await setParams(s, 'login', { siteUrl: 'https://xg.example.edu.cn' })
    await setParams(s, 'message', { quietFrom: '00:00', quietTo: '00:00' })
    const officer = await s.as({ roles: ['officer'], nickName: '学工处' })
    const psychologist = await s.as({ roles: ['psychologist'], nickName: '心理老师' })
    const college = await s.as({ roles: ['college'], departmentId: s.ids.info, nickName: '信息学院' })
    const fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin, departmentId: s.ids.info, nickName: '林知夏' })
    const made = async (classId: string): Promise<Pupil> => {
      const { id } = await addStudent(officer, draftOf(classId))
      return { id, actor: await selfOf(s, id) }
    }
    const pupils: Pupil[] = []
    for (let n = 0; n < 3; n++) pupils.push(await made(s.ids.s2301))
    const away = await made(s.ids.a2301)
    const scales = ok(await psychologist.get<{ result: Array<{ id: string; code: string }> }>('mentalHealth/mhScale/list', {})).result
    return { officer, psychologist, college, fdy, pupils, away, phq: scales.find(x => x.code === 'PHQ-9')?.id ?? '' }
  },
  (s): ScreeningSchool => {
    const school: ScreeningSchool = {
      ...s,
      draft: (more = {}) => ({
        ...{
          name: '新生心理普查',
          beginTime: inHours(-1),
          endTime: inHours(48),
          audience: { roles: ['student'] },
          scaleIds: [s.phq],
          consentText: '自愿参加，只有心理中心能看到。',
        },
        ...more,
      }),
      async published(more = {}) {
        const { id } = ok(await s.psychologist.post<{ id: string }>('mentalHealth/mhScreening/add', school.draft(more)))
        ok(await s.psychologist.post('mentalHealth/mhScreening/publish', { id }))
        return id
      },
      async pupil(given = {}, classId = s.ids.s2301) {
        const { id } = await addStudent(s.officer, draftOf(classId, given))
        return { id, actor: await selfOf(s, id) }
      },
      answer: (who, id, answers = CALM, { seconds = UNHURRIED, consent = true } = {}) =>
        who.actor.post('mentalHealth/mhTurnout/answer', { id, consent, sheets: [{ scaleId: s.phq, answers, seconds }] }),
      async guardianSays(phone, answer) {
        const key = keyIn(await textTo(s, phone))
        const { detail } = ok(await s.anonymous.get<{ detail: string | null }>('family/guardianConsent/open', { key }))
        ok(await s.anonymous.post('family/guardianConsent/sendCode', { key }))
        const code = /\d{6}/.exec(await textTo(s, phone))?.[0] ?? ''
        ok(await s.anonymous.post('family/guardianConsent/answer', { key, answer, signature: '周建国', code }))
        await s.server.settle()
        return detail
      },
    }
    return school
  },
)
