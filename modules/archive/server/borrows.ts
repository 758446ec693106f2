import { refusalOf } from '#model'
import { type StudentOf, studentNumbers, studentOf } from '#modules/student/server/api.ts'
import { application, mayReadRow, submit } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { attachFiles } from '#server/files/attachments.ts'
import { printTemplate } from '#server/print/layout.ts'
import { type ArchiveBorrow, archiveBorrow, askBorrow, borrowCard, lendFile, takeBack } from '../model/archive-borrow.ts'
import { archiveFile } from '../model/archive-file.ts'
import { borrowSubject } from '../model/borrow-flow.ts'
import { personIn } from './destination-rules.ts'
import { placeName } from './locations.ts'
import { elsewhere, moveFiles } from './moves.ts'

const refuse = (key: string, values: Record<string, unknown>, field: string) => refusalOf(archiveBorrow, key, values, field)
/** 50-AR4: what is not in the store is not asked for; 50-AR1: nor by its student. */
const ask = handle(askBorrow, async (ctx, input) => {
  const { db, me } = ctx
  const file = await db.visible(archiveFile).one(input.fileId)
  if (file.state !== 'inStore') throw await elsewhere(db, file)
  const who = (await studentOf(db, file.studentId)) as StudentOf
  const name = await personIn(db, who, input.person)
  if (name) throw refuse('owner', { name }, 'person')
  if (input.dueOn < today()) throw refuse('duePast', { dueOn: input.dueOn }, 'dueOn')
  if (!input.letter.length) throw refuse('noLetter', {}, 'letter')
  const row = await db.insert(archiveBorrow, { ...input, applicantId: me.userId, studentId: file.studentId, state: 'pending' })
  await attachFiles(db, archiveBorrow, row.id, { letter: input.letter })
  await submit(ctx, borrowSubject, row)
  return { id: row.id }
})
const lend = handle(lendFile, async ({ db }, { id }) => {
  const { fileId, unit, person, purpose } = await db.visible(archiveBorrow).lock(id, 'lend')
  await moveFiles(db, [fileId], { kind: 'borrow', from: ['inStore'], patch: { state: 'borrowed', sealedOn: null, sealedBy: null }, to: `${unit} ${person}`, note: purpose })
  await db.update(archiveBorrow, id, { state: 'lent', lentAt: new Date().toISOString() })
})
const back = handle(takeBack, async ({ db }, { id }) => {
  const { fileId } = await db.visible(archiveBorrow).lock(id, 'giveBack')
  const { locationId } = await db.unscoped(archiveFile).one(fileId) // of a borrowing in scope
  await moveFiles(db, [fileId], { kind: 'giveBack', from: ['borrowed'], patch: { state: 'inStore' }, to: locationId ? await placeName(db, locationId) : '—' })
  await db.update(archiveBorrow, id, { state: 'closed', returnedAt: new Date().toISOString() })
})
const card = handle(borrowCard, async (ctx, { id }) => {
  const { db, me } = ctx
  const row = await db.unscoped(archiveBorrow).find({ id }) // looked at next
  const mayRead = row && (row.applicantId === me.userId || (await mayReadRow(ctx, { bizType: archiveBorrow.name, bizId: id })))
  if (!row || !mayRead) throw notFound()
  const { unit, person, purpose, letter, onSite, dueOn } = row
  const file = await db.unscoped(archiveFile).one(row.fileId) // of this borrowing
  return { ...{ unit, person, purpose, letter, onSite, dueOn }, archiveNo: file.archiveNo, student: (await studentOf(db, row.studentId))?.name ?? null }
})
export default [
  ask,
  lend,
  back,
  card,
  ...studentNumbers(archiveBorrow),
  application(borrowSubject, {
    async describe(db, row) {
      const { applicantId, studentId, unit, person } = row as unknown as ArchiveBorrow
      const name = (await studentOf(db, studentId))?.name ?? ''
      return { applicantId, studentId: null, title: { text: '{unit}{person} 借阅{name}的档案', values: { unit, person, name } }, facts: {} }
    },
    link: () => '/archive/borrows',
  }),
  printTemplate(archiveBorrow, {
    code: 'archiveBorrow',
    name: '档案借阅单',
    holder: 'person',
    paper: 'A4',
    layout: {
      title: '学生档案借阅单',
      blocks: [
        { kind: 'grid', columns: 2, fields: ['fileId', 'studentId', 'studentNo', 'unit', 'person', 'purpose', 'onSite', 'dueOn', 'lentAt'] },
        { kind: 'text', text: '借阅人签字：　　　　　　经办人：　　　　　　日期：' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
]
