import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths } from '#model/days.ts'
import * as students from '#modules/student/testing.ts'
import { makeRole } from '#modules/system/testing.ts'
import { today } from '#server/base/today.ts'
import { pagesOfPdf, wordsOfPdf } from '#server/print/fixture.ts'
import { upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { approve, asks, type FlowSchool, flow, flowSchool, giveBack, type HandedIn, handIn, line, people, reject, staff, todoOf } from '../testing.ts'

const PRINTS = ['errand:errand:list', 'sheet:print:issue']
let school: FlowSchool
let a: Actor
let b: Actor
/** Prints every errand and watches every application. */
let office: Actor
/** Prints every errand; no part in any application. */
let clerk: Actor
beforeAll(async () => {
  school = await flowSchool(students)
  await makeRole(school, 'errandOffice', [...PRINTS, 'workflow:processInstance:list'])
  await makeRole(school, 'errandClerk', PRINTS)
  a = await staff(school, '王强', { roles: ['errandClerk'] })
  b = await staff(school, '赵敏')
  office = await staff(school, '办公室', { roles: ['errandOffice'] })
  clerk = await staff(school, '文员', { roles: ['errandClerk'] })
})
afterAll(() => school.close())

const issue = async (who: Actor, ids: readonly string[]): Promise<Buffer> => {
  const made = await who.post('sheet/print/issue', { code: 'errandForm', ids })
  if (made.status !== 200) throw new Error(made.msg)
  return made.raw
}
const printed = async (who: Actor, ...cases: readonly HandedIn[]): Promise<string> =>
  wordsOfPdf(
    await issue(
      who,
      cases.map(c => c.id),
    ),
  )
/** Positions of these words in sequence; -1 if missing. */
function places(words: string, ...wanted: readonly string[]): number[] {
  let from = 0
  return wanted.map(one => {
    const at = words.indexOf(one, from)
    if (at >= 0) from = at + one.length
    return at
  })
}
const inOrder = (words: string, ...wanted: readonly string[]): void => expect(places(words, ...wanted), words).not.toContain(-1)

describe('10-E8 the opinions on the paper of an application', () => {
  it('10-E8 stand there step by step: who, what, when, in the order they were given', async () => {
    const case1 = await handIn(school.student, await flow(school, line(asks('甲', people(a)), asks('乙', people(b)))))
    expect(await printed(office, case1)).toContain('还没有审批意见')
    await approve(a, await todoOf(school, case1.instanceId, a), { opinion: '情况属实' })
    await reject(b, await todoOf(school, case1.instanceId, b), '当天有考试')
    const words = await printed(office, case1)
    inOrder(words, '审批意见', '甲审批', '情况属实', '同意', '签名', '王强', '年', '乙审批', '当天有考试', '驳回', '签名', '赵敏')
    expect(words).not.toContain('还没有审批意见')
  })
  it('10-W11 a step that sent it back and decided again stands there twice, the earlier opinion first', async () => {
    const case1 = await handIn(school.student, await flow(school, line(asks('甲', people(a)), asks('乙', people(b)))))
    await approve(a, await todoOf(school, case1.instanceId, a), { opinion: '情况属实' })
    await giveBack(b, await todoOf(school, case1.instanceId, b), 'applicant', { opinion: '请补充证明' })
    await school.student.post('errand/errand/handInAgain', { id: case1.id, days: 3 })
    await approve(b, await todoOf(school, case1.instanceId, b), { opinion: '材料已齐' })
    const words = await printed(office, case1)
    inOrder(words, '甲审批', '情况属实', '乙审批', '请补充证明', '退回', '赵敏', '乙审批', '材料已齐', '同意', '赵敏')
    expect(words.split('甲审批')).toHaveLength(2)
  })
  it('10-W7 nothing stands there of who was not asked any more, nor what somebody took back', async () => {
    const case1 = await handIn(school.student, await flow(school, line(asks('甲', people(a, clerk)), asks('乙', people(b)))))
    const task = await todoOf(school, case1.instanceId, a)
    await approve(a, task, { opinion: '看错了' })
    expect((await a.post('workflow/processTask/takeBack', { taskId: task })).code).toBe(200)
    await approve(a, await todoOf(school, case1.instanceId, a), { opinion: '重新看过' })
    const words = await printed(office, case1)
    inOrder(words, '甲审批', '重新看过', '王强')
    expect(words).not.toContain('看错了')
    expect(words).not.toContain('文员')
  })
  it('10-E8 those of one step stand together, a signature as it was written, and a deputy says for whom', async () => {
    const deputy = await staff(school, '代办人')
    const away = await staff(school, '出差人')
    expect((await away.post('workflow/delegation/add', { deputyId: deputy.userId, from: today(), to: addMonths(today(), 12) })).code).toBe(200)
    const case1 = await handIn(school.student, await flow(school, line(asks('会', people(a, away), { multi: { kind: 'all' } }))))
    expect(issueHasPicture(await issue(office, [case1.id]))).toBe(false)
    const png = await sharp({ create: { width: 60, height: 20, channels: 4, background: '#16202d' } })
      .png()
      .toBuffer()
    const { fileId } = (await upload<{ fileId: string }>(a, 'oss/oss/endpoint/put-file', png, 'signature.png')).data
    expect((await approve(a, await todoOf(school, case1.instanceId, a), { opinion: '可以去', signature: [fileId] })).code).toBe(200)
    await approve(deputy, await todoOf(school, case1.instanceId, away), { opinion: '没有意见' })
    const pdf = await issue(office, [case1.id])
    expect(issueHasPicture(pdf)).toBe(true)
    inOrder(wordsOfPdf(pdf), '会审批', '可以去', '王强', '没有意见', '代办人（代出差人）')
    expect(wordsOfPdf(pdf).split('会审批')).toHaveLength(2)
  })
  it('10-E8 a step with many long opinions goes on over the next sheet, under its own name', async () => {
    const many = await Promise.all(Array.from({ length: 9 }, (_, n) => staff(school, `评委${n}`)))
    const case1 = await handIn(school.student, await flow(school, line(asks('评议', people(...many), { multi: { kind: 'all' } }))))
    for (const [n, who] of many.entries())
      await approve(who, await todoOf(school, case1.instanceId, who), { opinion: `${n}`.repeat(3) + '经核实材料齐全，理由充分，同意外出。'.repeat(9) })
    const pdf = await issue(office, [case1.id])
    expect(pagesOfPdf(pdf)).toBeGreaterThan(1)
    inOrder(wordsOfPdf(pdf), ...many.flatMap((_, n) => [`${n}`.repeat(3), `评委${n}`]))
    expect(wordsOfPdf(pdf).split('评议审批').length - 1).toBe(pagesOfPdf(pdf))
  })
})

describe('10-W16 opinions that are not for whoever prints', () => {
  it('10-W16 are on the paper of who may read the case only, case by case in one file', async () => {
    const mine = await handIn(school.student, await flow(school, line(asks('甲', people(a)))))
    const other = await handIn(school.student, await flow(school, line(asks('乙', people(b)))))
    await approve(a, await todoOf(school, mine.instanceId, a), { opinion: '我的意见' })
    await approve(b, await todoOf(school, other.instanceId, b), { opinion: '别人的意见' })
    const hidden = '打印人不能查看这份申请的审批意见'
    const all = await printed(office, mine, other)
    expect([all.includes('我的意见'), all.includes('别人的意见'), all.includes(hidden)]).toEqual([true, true, false])
    const half = await printed(a, mine, other)
    inOrder(half, '我的意见', hidden)
    expect(half).not.toContain('别人的意见')
    const none = await printed(clerk, mine, other)
    expect([none.includes('我的意见'), none.includes('别人的意见'), none.split(hidden).length - 1]).toEqual([false, false, 2])
  })
  it('10-W9 and a field that a step hides is blank on the paper its approver prints', async () => {
    const case1 = await handIn(school.student, await flow(school, line(asks('甲', people(a), { fieldPerms: { place: 'hidden' } }))), { place: '不给看的地方' })
    expect(await printed(office, case1)).toContain('不给看的地方')
    expect(await printed(a, case1)).not.toContain('不给看的地方')
    await approve(a, await todoOf(school, case1.instanceId, a))
    expect(await printed(a, case1)).not.toContain('不给看的地方')
  })
})
const issueHasPicture = (pdf: Buffer): boolean => pdf.includes('/Subtype /Image')
