import { expect, it } from 'vitest'
import type { Entity } from '#model'
import type { Db } from '#server/context.ts'
import { PIXEL, upload } from '#testing/roster.ts'
import type { Actor, Answer } from '#testing/school.ts'

interface CreatedApplication {
  id: string
  instanceId: string | null
}
interface Mine {
  id: string
  state: string
  instanceId: string | null
  can: string[]
}
interface MyCases {
  result: Array<{ instanceId: string; taskId: string | null }>
}
/** A kind of application under test. */
export interface TestedKind {
  of: Entity
  /** Address of its actions: `leave/leave`. */
  path: string
  /** Refusals of which one answers a second application at the same moment; none if several may be open. */
  taken?: readonly string[]
  /** Its field of files, if the form has one. */
  files?: string
  /** Whether it is listed by `mine`; true by default. */
  isListed?: boolean
}
/** What the standard tests work with, made by the test's own school. */
export interface ApplicationTrial {
  db: Db
  /** Two applicants who may apply now, with nothing open. */
  applicants(): Promise<readonly [Actor, Actor]>
  /** A valid first submission of this applicant. */
  form(who: Actor): object
  /** What is given again after a return; the form by default. */
  again?(who: Actor): object
  /** Who decides, step by step. */
  approvers: readonly [Actor, ...Actor[]]
  /** Fields of the row that they set, by their place. */
  edits?: Readonly<Record<number, object>>
}
const rulesOf = (answer: Answer<unknown>): string[] => answer.errors.map(e => e.rule.split('.').at(-1) ?? '')
function well<T>(answer: Answer<T>): Answer<T> {
  expect([answer.code, answer.msg]).toEqual([200, '成功'])
  return answer
}
const HAN = /[\u4e00-\u9fff]/

/** Tests that hold for every kind of application with an approval process, through its own addresses. */
export function expectApplication({ of, path, taken, files, isListed = true }: TestedKind, trial: () => ApplicationTrial): void {
  const at = (verb: string): string => `${path}/${verb}`
  const stateOf = async (id: string): Promise<unknown> => (await trial().db.unscoped(of).one(id)).state
  const apply = (who: Actor, more: object = {}): Promise<Answer<CreatedApplication>> => who.post<CreatedApplication>(at('apply'), { ...trial().form(who), ...more })
  const again = (who: Actor, id: string) => who.post(at('resubmit'), { id, ...(trial().again?.(who) ?? trial().form(who)) })
  const withdraw = (who: Actor, id: string, headers = {}) => who.post(at('withdraw'), { id }, headers)
  const applied = async (who: Actor, more?: object): Promise<CreatedApplication> => well(await apply(who, more)).data
  const taskOf = async (who: Actor, { instanceId }: CreatedApplication): Promise<string | null | undefined> =>
    (await who.get<MyCases>('workflow/processTask/mine', { tab: 'todo', size: 100 })).data.result.find(c => c.instanceId === instanceId)?.taskId
  const sentBack = async (made: CreatedApplication): Promise<void> => {
    const [first] = trial().approvers
    well(await first.post('workflow/processTask/return', { taskId: await taskOf(first, made), to: 'applicant', opinion: '请写清楚' }))
  }
  const approved = async (made: CreatedApplication): Promise<void> => {
    const { approvers, edits = {} } = trial()
    for (const [step, who] of approvers.entries()) {
      const fields = edits[step]
      well(await who.post('workflow/processTask/approve', { taskId: await taskOf(who, made), ...(fields && { fields }) }))
    }
  }

  it('is withdrawn by its applicant while nobody has decided, once', async () => {
    const [who] = await trial().applicants()
    const { id } = await applied(who)
    well(await withdraw(who, id))
    expect(await stateOf(id)).toBe('withdrawn')
    expect(rulesOf(await withdraw(who, id))).toEqual(['state'])
  })
  it('of somebody else is not found, whatever is done with it', async () => {
    const [who, other] = await trial().applicants()
    const { id } = await applied(who)
    expect([(await withdraw(other, id)).code, (await again(other, id)).code]).toEqual([404, 404])
    expect(await stateOf(id)).toBe('pending')
  })
  it('is refused in the reader’s language', async () => {
    const [who] = await trial().applicants()
    const { id } = await applied(who)
    await withdraw(who, id)
    const [chinese, traditional, english] = await Promise.all(['zh-cn', 'zh-tw', 'en'].map(async lang => (await withdraw(who, id, { 'accept-language': lang })).msg))
    expect([chinese, traditional]).toEqual([expect.stringContaining('已撤回，不能撤回申请'), expect.stringContaining('已撤回，不能撤回申請')])
    expect(english?.replace(/“.*”/, '')).not.toMatch(HAN) // but for the title of the row
  })
  it('comes back, is changed by its applicant and goes on; once decided, it stands', async () => {
    const [who] = await trial().applicants()
    const made = await applied(who)
    expect(rulesOf(await again(who, made.id))).toEqual(['state'])
    await sentBack(made)
    expect(await stateOf(made.id)).toBe('returned')
    well(await again(who, made.id))
    expect(await stateOf(made.id)).toBe('pending')
    // unchanged, on the page of the case
    await sentBack(made)
    well(await who.post('workflow/processInstance/resubmit', { instanceId: made.instanceId }))
    expect(await stateOf(made.id)).toBe('pending')
    await approved(made)
    // where the decision changed the applicant's own state, that is told first
    expect(rulesOf(await again(who, made.id))).toEqual([expect.stringMatching(/^(state|studentState)$/)])
    expect(rulesOf(await withdraw(who, made.id))).toEqual(['state'])
  })
  if (isListed)
    it('is listed for its applicant alone, with what can be done', async () => {
      const [who, other] = await trial().applicants()
      const made = await applied(who)
      const mine = async (by: Actor) => (await by.get<Mine[]>(at('mine'))).data.filter(row => row.id === made.id).map(row => [row.state, row.instanceId, row.can])
      expect(await mine(who)).toEqual([['pending', made.instanceId, ['withdraw']]])
      await sentBack(made)
      expect(await mine(who)).toEqual([['returned', made.instanceId, ['edit', 'withdraw']]])
      expect(await mine(other)).toEqual([])
    })
  if (taken)
    it('is open once, however often it is submitted at the same moment', async () => {
      const [who] = await trial().applicants()
      const answers = await Promise.all([1, 2, 3].map(() => apply(who)))
      expect(answers.filter(a => a.code === 200)).toHaveLength(1)
      for (const answer of answers.filter(a => a.code !== 200)) expect([rulesOf(answer), rulesOf(answer).some(rule => taken.includes(rule))]).toEqual([expect.anything(), true])
    })
  if (files)
    it('shows its files to its applicant and to who decides on it, and to nobody else', async () => {
      const [who, other] = await trial().applicants()
      const types = of.fields[files]?.options.types
      const [content, name] = types && !types.includes('pdf') ? [PIXEL, '照片.png'] : [Buffer.from('%PDF-1.4\n%%EOF\n'), '证明.pdf']
      const sent = await upload<{ fileId: string }>(who, 'oss/oss/endpoint/put-file', content, name)
      await applied(who, { [files]: [sent.data.fileId] })
      const seen = async (by: Actor) => (await by.get('oss/oss/endpoint/ticket', { fileId: sent.data.fileId })).code
      expect([await seen(who), await seen(trial().approvers[0]), await seen(other)]).toEqual([200, 200, 404])
    })
}
