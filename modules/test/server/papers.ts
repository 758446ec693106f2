import { randomInt } from 'node:crypto'
import { type Row, refusalOf } from '#model'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { formatWording } from '#server/i18n/translate.ts'
import { type Available, cellsOf, fits, totalOf } from '../model/cells.ts'
import { drawn, poolOf, settledPool } from '../model/draw.ts'
import { expectationOf } from '../model/expectation.ts'
import { questionsIn } from '../model/material.ts'
import { PAPER_PROBLEMS, type Section, testPaper } from '../model/paper.ts'
import { copyPaper, publishPaper, readPaper, retirePaper, saveSections } from '../model/paper-actions.ts'
import { availableFor } from './available.ts'
import { settingsOf } from './settings.ts'

export type Paper = Row<typeof testPaper>
interface Problem {
  rule: keyof typeof PAPER_PROBLEMS
  values: Record<string, unknown>
}
export const MOST_SEED = 2_147_483_647
const timesOf = async (db: Db, { mode }: Paper): Promise<number> => (mode === 'perCandidate' ? (await settingsOf(db)).poolTimes : 1)
/** 60-OT1: each lack names its section, the cell and both numbers. */
function problemsIn(paper: Paper, sections: readonly Section[], all: readonly Available[], times: number): Problem[] {
  if (!sections.length) return [{ rule: 'empty', values: { paper: paper.name } }]
  const shaped = sections.flatMap(section => shapeProblems(paper, section, all))
  const lacking = cellsOf(sections, all, times)
    .filter(cell => cell.available < cell.least)
    .map(({ section, difficulty, needed, least, available }): Problem => {
      const cell = difficulty === null ? '' : { text: '难度 {n}', values: { n: difficulty } }
      return {
        rule: 'lacking',
        values: { section: sections[section]?.title, cell, needed, available, least: least > needed ? { text: '，至少要有 {n} 题', values: { n: least } } : '' },
      }
    })
  return [...shaped, ...lacking]
}
function shapeProblems({ mode }: Paper, section: Section, all: readonly Available[]): Problem[] {
  const { title, count, spread, mustIds } = section
  const sum = (spread ?? []).reduce((n, one) => n + one, 0)
  const must = mustIds ?? []
  const outside = must.filter(id => !all.some(q => q.questionId === id && fits(section, q))).length
  return [
    ...(sum > 0 && sum !== count ? [{ rule: 'spread' as const, values: { section: title, sum, count } }] : []),
    ...(outside ? [{ rule: 'must' as const, values: { section: title, n: outside } }] : []),
    ...(must.length > count ? [{ rule: 'mustMany' as const, values: { section: title, n: must.length, count } }] : []),
    ...(mode === 'fixed' && must.length !== count ? [{ rule: 'fixed' as const, values: { section: title, n: must.length, count } }] : []),
  ]
}
const records = rules(testPaper, {
  async add({ me }, draft) {
    Object.assign(draft, { ownerId: me.userId || null, sections: [], departmentId: draft.departmentId ?? me.departmentId })
  },
})
const questionCount = (of: Paper | undefined): number => questionsIn(of?.sections ?? [], of?.pool ?? null)
const counts = compute(testPaper, ['questionCount'], async ({ db }, rows) => {
  const full = await db.unscoped(testPaper).all({ id: rows.map(row => row.id) }) // rows the caller reads
  for (const row of rows) row.questionCount = questionCount(full.find(one => one.id === row.id))
})
export default [
  records,
  counts,
  handle(readPaper, async ({ db, lang }, { id }) => {
    const row = await db.visible(testPaper).one(id)
    const sections = row.sections ?? []
    const all = await availableFor(db, sections)
    const times = await timesOf(db, row)
    const problems = row.state === 'draft' ? problemsIn(row, sections, all, times) : []
    return {
      ...{ name: row.name, state: row.state, version: row.version, sections, total: totalOf(sections), cells: cellsOf(sections, all, times) },
      expected: row.state === 'draft' ? expectationOf(sections, all) : null,
      problems: problems.map(({ rule, values }) => ({ rule, text: formatWording(lang, { text: PAPER_PROBLEMS[rule], values: values as never }) })),
    }
  }),
  handle(saveSections, async ({ db }, { id, version, sections }) => {
    await db.visible(testPaper).lock(id, 'saveSections')
    const total = totalOf(sections)
    const saved = await db.update(testPaper, id, { sections, total }, version)
    return { version: saved.version, total }
  }),
  handle(publishPaper, async ({ db }, { id }) => {
    const row = await db.visible(testPaper).lock(id, 'publish')
    const sections = row.sections ?? []
    const all = await availableFor(db, sections)
    const [problem] = problemsIn(row, sections, all, await timesOf(db, row))
    if (problem) throw refusalOf(testPaper, problem.rule, problem.values)
    const pool = poolOf(sections, all)
    const total = totalOf(sections)
    // drawn once it is the same for everybody
    await db.update(testPaper, id, { state: 'ready', total, pool: row.mode === 'perCandidate' ? pool : settledPool(pool, drawn(pool, randomInt(MOST_SEED))) })
    return { total }
  }),
  handle(retirePaper, async ({ db }, { id }) => {
    await db.visible(testPaper).lock(id, 'retire')
    await db.update(testPaper, id, { state: 'retired' })
  }),
  handle(copyPaper, async ({ db, me }, { id, name }) => {
    const { mode, sections, total, shuffleQuestions, shuffleOptions, departmentId } = await db.visible(testPaper).one(id)
    return { id: (await db.insert(testPaper, { name, mode, sections, total, shuffleQuestions, shuffleOptions, departmentId, ownerId: me.userId || null })).id }
  }),
]
