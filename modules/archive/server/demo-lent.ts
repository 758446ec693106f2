import { submit } from '#modules/workflow/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { day, moment } from '#server/demo/days.ts'
import { demoFile, drawn } from '#server/demo/files.ts'
import { archiveBorrow } from '../model/archive-borrow.ts'
import { archiveFile } from '../model/archive-file.ts'
import { archiveMove } from '../model/archive-move.ts'
import { archiveStock, archiveStockScan } from '../model/archive-stock.ts'
import { borrowSubject } from '../model/borrow-flow.ts'
import type { FileDraft } from './demo.ts'

/** Borrowings in every state; one is overdue. `lent` and `back` are days from today. */
const BORROWED = [
  { state: 'closed', unit: '市人民检察院', person: '陈立新', purpose: '政审核查', onSite: true, lent: -40, back: -40, due: -40 },
  { state: 'closed', unit: '省电力公司人力资源部', person: '周敏', purpose: '录用审核', onSite: false, lent: -33, back: -28, due: -26 },
  { state: 'lent', unit: '区人民武装部', person: '高原', purpose: '征兵政治考核', onSite: false, lent: -3, back: null, due: 4 },
  { state: 'lent', unit: '市公安局政治部', person: '赵晓东', purpose: '招警政审', onSite: false, lent: -20, back: null, due: -6 },
  { state: 'approved', unit: '学院党总支', person: '刘书记', purpose: '发展党员核对家庭成员', onSite: true, lent: null, back: null, due: 7 },
  { state: 'rejected', unit: '某人才服务公司', person: '王经理', purpose: '了解学习经历', onSite: false, lent: null, back: null, due: 3 },
  { state: 'pending', unit: '省委组织部选调生办公室', person: '孙芳', purpose: '选调生考察', onSite: true, lent: null, back: null, due: 9 },
  { state: 'pending', unit: '学院团委', person: '何静', purpose: '补录团员材料', onSite: true, lent: null, back: null, due: 6 },
] as const // verbatim
/** Of the place whose stock is being taken: files not yet seen. */
const UNSEEN = 2
/** What the shelf has that no file is known for. */
const STRANGE = 'DA2019000417'

/** Who reads files of others, and what two takings of stock found. */
export async function demoLent(db: Db, files: readonly FileDraft[], officerId: string, applicantId: string): Promise<void> {
  const here = files.filter(f => f.state === 'inStore')
  const letter = await drawn(
    620,
    877,
    '<rect width="620" height="877" fill="#fdfcf8"/><text x="240" y="120" font-size="40">介绍信</text><circle cx="450" cy="700" r="70" fill="none" stroke="#b33939" stroke-width="6"/>',
  )
  const borrowed = new Set<string>()
  // from the end, for the first files are those of people whom other parts of the demo show
  for (const [n, { state, lent, back, due, ...asked }] of BORROWED.entries()) {
    const file = here[here.length - 1 - n]
    if (!file) return
    const id = uuidv7()
    const row = await db.insert(archiveBorrow, {
      ...{ id, ...asked, fileId: file.id, studentId: file.studentId, applicantId, state, dueOn: day(due) },
      ...{ letter: [await demoFile(db, archiveBorrow, id, { name: '介绍信.jpg', content: letter, field: 'letter', ownerId: applicantId })] },
      ...{ lentAt: lent === null ? null : moment(lent, '09:40'), returnedAt: back === null ? null : moment(back, '16:10') },
    })
    if (state === 'pending') await submit({ db, me: db.me, lang: 'zh-cn' }, borrowSubject, row)
    if (lent === null) continue
    const holder = `${asked.unit} ${asked.person}`
    const move = { fileId: file.id, studentId: file.studentId }
    await db.insert(archiveMove, { ...move, kind: 'borrow', at: moment(lent, '09:40'), toHolder: holder, note: asked.purpose })
    if (back !== null) await db.insert(archiveMove, { ...move, kind: 'giveBack', at: moment(back, '16:10'), toHolder: (file.holder as string | null) ?? '—' })
    else {
      borrowed.add(file.id)
      await db.update(archiveFile, file.id, { state: 'borrowed', holder, holderSince: moment(lent, '09:40') })
    }
  }
  await takeStock(
    db,
    here.filter(f => !borrowed.has(f.id)),
    officerId,
  )
}
/** One place was right; in the other, two files have not been seen yet, one stands there that belongs elsewhere, and one nobody knows. */
async function takeStock(db: Db, here: readonly FileDraft[], takenBy: string): Promise<void> {
  const [first, second] = [...new Set(here.map(f => f.locationId as string | null))].filter(place => place !== null)
  if (!first || !second) return
  const of = (place: string) => here.filter(f => f.locationId === place)
  const { id: past } = await db.insert(archiveStock, { locationId: first, state: 'confirmed', takenBy, confirmedAt: moment(-60, '17:00') })
  const { id: running } = await db.insert(archiveStock, { locationId: second, state: 'open', takenBy })
  const scan = (stockId: string, result: 'right' | 'misplaced') => (f: FileDraft) => ({ stockId, code: f.archiveNo as string, fileId: f.id, result })
  const [misplaced] = of(first)
  await db.insertMany(
    archiveStockScan,
    [
      ...of(first).map(scan(past, 'right')),
      ...of(second).slice(UNSEEN).map(scan(running, 'right')),
      ...(misplaced ? [scan(running, 'misplaced')(misplaced)] : []),
      { stockId: running, code: STRANGE, fileId: null, result: 'unknown' },
    ],
    { history: false },
  )
}
