import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoFile, drawn } from '#server/demo/files.ts'
import type { Content, Written } from '../model/content.ts'
import { testQuestion, testQuestionVersion } from '../model/question.ts'
import { fingerprint, mustBeWhole, review } from './questions.ts'

const SIZE = 240
const ring = (inside: string): string =>
  `<rect width="${SIZE}" height="${SIZE}" fill="#fff"/>${inside}<circle cx="120" cy="120" r="96" fill="none" stroke="#c8202f" stroke-width="20"/><path d="M52 52 188 188" stroke="#c8202f" stroke-width="20"/>`
const FLAME = '<path d="M120 62c26 34 42 50 42 80a42 42 0 0 1-84 0c0-20 12-32 20-46 6 12 10 16 16 18-4-20-2-36 6-52z" fill="#222"/>'
const DROP = '<path d="M120 60c30 40 44 58 44 82a44 44 0 0 1-88 0c0-24 14-42 44-82z" fill="#222"/>'
const EXIT = `<rect width="${SIZE}" height="${SIZE}" fill="#137a4b"/><rect x="120" y="50" width="80" height="140" fill="#fff"/><path d="M40 120h60m-26-28 28 28-28 28" stroke="#fff" stroke-width="16" fill="none"/>`
const SIGN: Written & { no: string } = {
  ...{ no: '9101', type: 'single', stem: '哪一个是“禁止烟火”的标志？', options: '[图1]\n[图2]\n[图3]', answer: 'A', topics: ['fire'], difficulty: 2 },
  explanation: '红圈加斜杠表示禁止，中间画着火焰；绿底白图的是安全出口。',
}
/** A question whose options are pictures, reviewed, in a bank; what it says, by version. */
export async function signQuestion(db: Db, bankId: string, ownerId: string, editedBy: string): Promise<{ questionId: string; contents: Array<[string, Content]> }> {
  const id = uuidv7()
  const media: string[] = []
  for (const [at, shapes] of [ring(FLAME), ring(DROP), EXIT].entries())
    media.push(await demoFile(db, testQuestion, id, { name: `标志${at + 1}.jpg`, content: await drawn(SIZE, SIZE, shapes), field: 'media', ownerId: editedBy }))
  const { no, type, stem, options = null, answer = null, explanation = null } = SIGN
  const stemHash = fingerprint(mustBeWhole(SIGN), media)
  const row = await db.insert(testQuestion, { id, bankId, no, type, stem, options, answer, explanation, score: 1, difficulty: 2, topics: ['fire'], media, stemHash, editedBy })
  await review(db, [row], ownerId)
  const versions = await db.unscoped(testQuestionVersion).all({ questionId: id }) // demo data
  return { questionId: id, contents: versions.flatMap(v => (v.content ? [[v.id, v.content] as [string, Content]] : [])) }
}
