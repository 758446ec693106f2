import { fill, type Row } from '#model'
import { type ActionCtx, type Db, handle } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { questionBank } from '../model/bank.ts'
import { type Pasted, pastedProblem, readPasted } from '../model/paste.ts'
import { CONTENT_PROBLEMS, testQuestion } from '../model/question.ts'
import { findAlike, pasteQuestions } from '../model/question-actions.ts'
import { likeness, mayBeAlike, normalStem } from '../model/stem.ts'
import { mustEdit } from './banks.ts'
import { fingerprint, mustBeWhole, picturesOf } from './questions.ts'

type Question = Row<typeof testQuestion>
const LIKE = 0.9
const SHOWN = 50
const PERCENT = 100
interface Alike {
  no: string
  like: string
  stem: string
  percent: number
}
type Stemmed = { no: string; stem: string }
/** Pairs of stems that are nearly the same. */
function alikeAmong(fresh: readonly Stemmed[], known: readonly Stemmed[]): Alike[] {
  const others = known.map(one => ({ ...one, normal: normalStem(one.stem) }))
  const found: Alike[] = []
  for (const one of fresh) {
    const normal = normalStem(one.stem)
    for (const other of others) {
      if (other.no === one.no || !mayBeAlike(normal, other.normal, LIKE)) continue
      const share = likeness(normal, other.normal)
      if (share >= LIKE) found.push({ no: one.no, like: other.no, stem: other.stem, percent: Math.floor(share * PERCENT) })
      if (found.length >= SHOWN) return found
    }
  }
  return found
}
type Pasting = ActionCtx<typeof pasteQuestions>
/** Pasted questions of which each is whole and has a number of its own. */
function mustBeRight({ lang, refuse }: Pasting, text: string): Pasted[] {
  const read = readPasted(text)
  if (!read.length) refuse('nothing', {}, 'text')
  const seen = new Set<string>()
  for (const one of read) {
    const problem = pastedProblem(one)
    if (problem) refuse('wrong', { no: one.no, why: fill(translate(lang, CONTENT_PROBLEMS[problem.rule]), problem.values) }, 'text')
    if (seen.has(one.no)) refuse('twice', { no: one.no }, 'text')
    seen.add(one.no)
  }
  return read
}
/** The material of a pasted question: the one it stands under, else the one it had. Undefined where that is still to be written. */
const materialOf = (one: Pasted, byNo: ReadonlyMap<string, Question>): string | null | undefined => (one.groupNo ? byNo.get(one.groupNo)?.id : (byNo.get(one.no)?.groupId ?? null))
const hashOf = (one: Pasted, byNo: ReadonlyMap<string, Question>): string => fingerprint(mustBeWhole(one), picturesOf(byNo.get(one.no) ?? {}), materialOf(one, byNo))
/** Materials first: their questions name them. */
async function store(db: Db, bankId: string, read: readonly Pasted[], known: ReadonlyMap<string, Question>): Promise<void> {
  const [materials, others] = [read.filter(one => one.type === 'group'), read.filter(one => one.type !== 'group')]
  await keep(db, bankId, materials, known)
  const written = materials.length ? await db.unscoped(testQuestion).all({ bankId, type: 'group' }) : [] // of a bank in the caller's scope
  await keep(db, bankId, others, new Map([...known, ...written.map(row => [row.no, row] as const)]))
}
async function keep(db: Db, bankId: string, some: readonly Pasted[], byNo: ReadonlyMap<string, Question>): Promise<void> {
  const editedBy = db.me.userId || null
  const drafts = some.map(one => {
    const { groupNo, parts, ...written } = one
    const follows = { groupId: materialOf(one, byNo) ?? null, difficulty: one.difficulty ?? 3, stemHash: hashOf(one, byNo) }
    return { ...written, ...follows, ...(parts ? { score: parts } : {}), topics: null, bankId, editedBy }
  })
  const fresh = drafts.filter(one => !byNo.has(one.no))
  await db.insertMany(
    testQuestion,
    fresh.map(one => ({ ...one, state: 'draft' as const })),
  )
  const changed = drafts.flatMap(({ no, type, groupId, stem, options, answer, explanation, stemHash }) => {
    const row = byNo.get(no)
    // the same text again changes nothing
    return row && (row.stemHash !== stemHash || row.answer !== answer || row.type !== type)
      ? [{ id: row.id, type, groupId, stem, options, answer, explanation, stemHash, editedBy, state: 'draft' as const }]
      : []
  })
  if (changed.length) await db.updateMany(testQuestion, changed)
}
export default [
  handle(pasteQuestions, async (ctx, { bankId, text, isTrial }) => {
    const { db, refuse } = ctx
    const bank = await db.visibleFor(questionBank, 'test:questionBank:list').lock(bankId)
    mustEdit(ctx, [bank])
    const read = mustBeRight(ctx, text)
    const known = await db.unscoped(testQuestion).all({ bankId }) // of a bank in the caller's scope
    const byNo = new Map(known.map(row => [row.no, row]))
    const byHash = new Map(known.map(row => [row.stemHash, row]))
    const exact = read.flatMap(one => {
      const same = materialOf(one, byNo) === undefined ? undefined : byHash.get(hashOf(one, byNo))
      return same && same.no !== one.no ? [{ no: one.no, like: same.no, stem: same.stem, percent: PERCENT }] : []
    })
    const similar = alikeAmong(read, known)
    const added = read.filter(one => !byNo.has(one.no)).length
    if (!isTrial) {
      const [same] = exact
      if (same) refuse('exact', { no: same.no, like: same.like }, 'text')
      const retired = read.find(one => byNo.get(one.no)?.state === 'retired')
      if (retired) refuse('retired', { no: retired.no }, 'text')
      await store(db, bankId, read, byNo)
    }
    return { count: read.length, added, changed: read.length - added, exact, similar: similar.filter(one => !exact.some(same => same.no === one.no && same.like === one.like)) }
  }),
  handle(findAlike, async ({ db }, { bankId }) => {
    const rows = await db.visible(testQuestion).all({ bankId, state: ['draft', 'reviewed'] }, { sort: ['no'] })
    return alikeAmong(rows, rows).filter(({ no, like }) => no < like)
  }),
]
