import sql from 'sql-template-tag'
import { factsIn } from '#flow/index.ts'
import { type InputOf, refusalOf } from '#model'
import { levelsOn } from '#modules/hardship/server/api.ts'
import { availableOf, fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { mustBear, reserveGrants } from '#modules/money/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { type StudentOf, studentsByNo, studentsOf } from '#modules/student/server/api.ts'
import { explain } from '#modules/workflow/flows/model/explain.ts'
import { factsOfStudents, knownFacts, sayIn } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Ctx, type Db, handle } from '#server/context.ts'
import { withUpload } from '#server/files/uploaded.ts'
import { translate } from '#server/i18n/translate.ts'
import { backgroundTask, enqueueTask } from '#server/jobs/background-task.ts'
import { openWorkbook } from '#server/spreadsheets/read.ts'
import { sheetRefusal } from '#server/spreadsheets/texts.ts'
import { makeGrants as makeAction, previewList, removePerson } from '../model/actions.ts'
import { subsidyApplication } from '../model/application.ts'
import { makeGrants, type Person, payDue } from './grants.ts'
import { type Item, itemOf, tierFor, tiersOf } from './items.ts'
import { exclusionsOf } from './judge.ts'

const LIST = 'list'
const QUEUE = 'subsidy.list'
interface Line {
  line: number
  studentNo: string
  /** Fen; what the item gives where it says none. */
  amount: number | undefined
  isWrong: boolean
}
type Input = InputOf<typeof previewList>
const TITLES = ['学号', '金额'] as const
/** The lines of a workbook, by the titles of its first row. */
async function linesOf(path: string, name: string): Promise<Line[]> {
  const book = await openWorkbook(path, name)
  try {
    const sheet = book.sheets.find(s => s.visible)
    if (!sheet) throw sheetRefusal('noSheet')
    const rows: Array<{ number: number; cells: string[] }> = []
    for await (const batch of book.rows(sheet))
      for (const { number, cells } of batch) rows.push({ number, cells: Array.from(cells, c => (typeof c === 'object' ? '' : String(c ?? '').trim())) })
    const [head, ...lines] = rows
    const [no = -1, amount = -1] = TITLES.map(title => head?.cells.indexOf(title) ?? -1)
    if (no < 0) throw refusalOf(previewList, 'columns', { title: TITLES[0] }, 'file')
    return lines.flatMap(({ number, cells }) => {
      const [studentNo = '', yuan = ''] = [cells[no], amount < 0 ? '' : cells[amount]]
      const isWrong = yuan !== '' && !(/^\d{1,7}(\.\d{1,2})?$/.test(yuan) && Number(yuan) > 0)
      return studentNo || yuan ? [{ line: number, studentNo, amount: yuan && !isWrong ? Math.round(Number(yuan) * 100) : undefined, isWrong }] : []
    })
  } finally {
    book.close()
  }
}
export interface Listed extends Person {
  removed: string | null
  studentNo: string | null
  name: string
  className: string | null
}
interface Fault {
  line: number
  studentNo: string
  problem: string
}
/** Students at school who meet the item's conditions. */
async function byRule(db: Db, item: Item): Promise<StudentOf[]> {
  const active = sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.status = 'active' and s.deleted_at is null`
  const rows = await db.query<{ id: string }>(active)
  const conditions = item.conditions ?? []
  const [facts, known] = [
    await factsOfStudents(
      db,
      active,
      conditions.flatMap(({ when }) => factsIn(when)),
    ),
    await knownFacts(db),
  ]
  const meets = (id: string) => explain(conditions, { facts: facts(id), frozen: undefined }, known, sayIn('zh-cn')).every(e => e.isMet)
  const ids = rows.map(r => r.id).filter(meets)
  return [...(await studentsOf(db, ids)).values()]
}
interface ListedStudents {
  students: Array<{ who: StudentOf; amount: number | undefined }>
  faults: Fault[]
}
async function byFile(db: Db, fileId: string, lang: Ctx['lang']): Promise<ListedStudents> {
  const lines = await withUpload(db, fileId, ['xlsx'], ({ path, name }) => linesOf(path, name))
  const known = new Map(
    (
      await studentsByNo(
        db,
        lines.map(l => l.studentNo),
      )
    ).map(s => [s.studentNo ?? '', s]),
  )
  const seen = new Set<string>()
  const found: ListedStudents = { students: [], faults: [] }
  for (const { line, studentNo, amount, isWrong } of lines) {
    const who = known.get(studentNo)
    const problem = !who ? '没有这名学生' : seen.has(studentNo) ? '学号重复' : who.status !== 'active' ? '现在不在校' : isWrong ? '金额须大于 0，最多两位小数' : undefined
    seen.add(studentNo)
    if (problem || !who) found.faults.push({ line, studentNo, problem: translate(lang, problem ?? '') })
    else found.students.push({ who, amount })
  }
  return found
}
/** 40-Z7: who would be granted, with sums and what is wrong with an imported list. Those who have it already, and who have what excludes it, are left out. */
export async function listOf({ db, lang }: Pick<Ctx, 'db' | 'lang'>, { itemId, xn, file }: Input) {
  const item = await itemOf(db, itemId)
  if (item.mode !== 'list') throw refusalOf(previewList, 'mode', { item: item.name }, 'itemId')
  const [fileId] = file ?? []
  const found: ListedStudents = fileId ? await byFile(db, fileId, lang) : { students: (await byRule(db, item)).map(who => ({ who, amount: undefined })), faults: [] }
  const ids = found.students.map(s => s.who.id)
  const levels = new Map((await db.query<{ id: string; level: string }>(levelsOn(db, sql`select unnest(${ids}::uuid[])`, today()))).map(l => [l.id, l.level]))
  const out = await db.query<{ id: string }>(sql`select student_id as id from subsidy_grant where tenant_id = ${db.me.tenantId} and xn = ${xn} and student_id = any(${ids}::uuid[])
    and (item_id = ${itemId} or (state <> 'recovered' and item_id = any(${exclusionsOf(item)}::uuid[]))) group by 1`)
  const removed = new Map((await db.unscoped(subsidyApplication).all({ itemId, xn, studentId: ids, state: 'rejected' })).map(r => [r.studentId, r.endReason])) // of this list
  const had = new Set(out.map(o => o.id))
  const people = found.students.flatMap(({ who, amount: given }): Listed[] => {
    const level = levels.get(who.id) ?? null
    const amount = given ?? tierFor(item, level) ?? (tiersOf(item).length === 1 ? tiersOf(item)[0]?.amount : undefined) ?? 0
    const { id: studentId, name, studentNo, className, departmentId, classId } = who
    return had.has(who.id) || !amount ? [] : [{ studentId, name, studentNo, className, departmentId, classId, level, amount, removed: removed.get(who.id) ?? null }]
  })
  return { item, people, faults: found.faults, known: had.size }
}
const chosen = (people: readonly Listed[]): Listed[] => people.filter(p => p.removed === null)
const sumOf = (people: ReadonlyArray<Pick<Person, 'amount'>>): number => people.reduce((sum, p) => sum + p.amount, 0)
const preview = handle(previewList, async (ctx, asked) => {
  const { item, people, faults, known } = await listOf(ctx, asked)
  const fund = item.fundId ? await ctx.db.unscoped(fundAccount).one(item.fundId) : undefined // the fund of the item
  const granted = chosen(people)
  return {
    people: people.map(({ studentId, studentNo, name, className, level, amount, removed }) => ({ studentId, studentNo, name, className, level, amount, removed })),
    ...{ heads: granted.length, sum: sumOf(granted), known, faults, left: fund ? availableOf(fund) : null },
  }
})
interface Payload {
  itemId: string
  xn: string
  people: Person[]
}
/** Grants of a list, reserved on the fund together: all of them or none. Worked off again, it adds none. */
export async function grantList(db: Db, { itemId, xn, people }: Payload): Promise<number> {
  return db.tx(async tx => {
    const item = await itemOf(tx, itemId)
    const made = await makeGrants(tx, { item, xn, fundId: item.fundId, cause: LIST }, people)
    const { fundId } = item
    if (fundId)
      await reserveGrants(
        tx,
        made.map(g => ({ fundId, sourceType: 'subsidyGrant', sourceId: g.id, studentId: g.studentId, amount: g.amount })),
      )
    await payDue(
      tx,
      today().slice(0, 7),
      made.map(g => g.id),
    )
    return made.length
  })
}
const make = handle(makeAction, async (ctx, asked) => {
  const { item, people, faults } = await listOf(ctx, asked)
  if (faults.length) throw refusalOf(makeAction, 'faults', { n: faults.length }, 'file')
  const granted = chosen(people).map(({ studentId, departmentId, classId, level, amount }) => ({ studentId, departmentId, classId, level, amount }))
  if (item.fundId) await mustBear(ctx.db, item.fundId, sumOf(granted))
  if (granted.length) await enqueueTask<Payload>(ctx.db, QUEUE, uuidv7(), { itemId: asked.itemId, xn: asked.xn, people: granted })
  return { count: granted.length }
})
/** Who is taken off a list stands as an application that was refused, with the reason. */
const remove = handle(removePerson, async ({ db }, { itemId, xn, studentId, reason }) => {
  const item = await itemOf(db, itemId)
  const { departmentId, classId } = await db.visible(student).lock(studentId)
  const known = await db.unscoped(subsidyApplication).find({ itemId, xn, studentId, state: 'rejected' }) // of a student in scope
  if (known) await db.update(subsidyApplication, known.id, { endReason: reason })
  else
    await db.insert(subsidyApplication, {
      studentId,
      departmentId,
      classId,
      itemId,
      xn,
      effect: item.effect,
      text: '移出名单',
      state: 'rejected',
      endReason: reason,
      decidedAt: new Date().toISOString(),
    })
})
export default [
  preview,
  make,
  remove,
  backgroundTask<Payload>(QUEUE, {
    atOnce: 1,
    async run(db, { payload }) {
      await grantList(db, payload)
      return undefined
    },
    failed: async () => undefined,
  }),
]
