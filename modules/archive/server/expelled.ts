import { cantonsByCode } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import { today } from '#server/base/today.ts'
import { on } from '#server/context.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { archiveDispatch } from '../model/archive-dispatch.ts'
import { type ArchiveFile, archiveFile } from '../model/archive-file.ts'
import { packFiles } from '../model/dispatch-actions.ts'
import { GO_HOME, graduateDestination } from '../model/graduate-destination.ts'
import { ARCHIVE_MESSAGES } from '../model/messages.ts'
import { makeCurrent } from './destination-rules.ts'
import { filesOf } from './files.ts'
import { aboutFile } from './notify.ts'

/** Whoever sends files has it until the file is on its way. */
export const fileTodos = rowTodos<ArchiveFile, 'goesHome'>(archiveFile, aboutFile, {
  goesHome: {
    text: '{name}已被开除学籍，请把档案退回家庭所在地',
    while: ({ state }) => state !== 'inTransit' && state !== 'delivered',
    link: row => `/archive/files?studentId=${row.studentId}`,
    message: ARCHIVE_MESSAGES.goesHome,
  },
})
/** 50-AR8: the destination is the public employment service of the home place; who sends the file looks its address up. */
export default on('discipline.executed', 'archive.goesHome', async ({ db }, { studentId, measure }) => {
  if (typeof studentId !== 'string' || measure !== 'expulsion') return
  const fileId = (await filesOf(db, [studentId])).get(studentId)
  if (!fileId) return
  const file = await db.unscoped(archiveFile).lock(fileId) // of the expelled student
  if (file.goesHome) return
  // a letter that has not left gives it up; one that is under way is asked back by whoever has it to do
  const letter = file.dispatchId ? await db.unscoped(archiveDispatch).find({ id: file.dispatchId, state: 'packing' }) : undefined // of this file
  const after = await db.update(archiveFile, fileId, { goesHome: true, ...(letter ? { dispatchId: null, packedAt: null, packedBy: null } : {}) })
  const who = await db.unscoped(student).one(studentId) // as above
  const place = (await cantonsByCode(db)).get(who.homeCanton ?? who.sourceCanton ?? '')
  const home = place?.fullName ?? place?.name ?? ''
  const made = await db.insert(graduateDestination, {
    ...{ studentId, gradYear: Number(today().slice(0, 4)), kind: GO_HOME, cantonCode: place?.code ?? null, asOf: today(), state: 'approved', files: [] },
    ...{ archiveRecipient: `${home}公共就业和人才服务机构`, archiveAddress: who.hukouAddress ?? who.homeAddress ?? (home || '待核实'), contact: '待核实' },
    ...{ departmentId: who.departmentId, majorId: who.majorId, classId: who.classId },
  })
  await makeCurrent(db, made, null)
  const [{ who: person } = { who: undefined }] = await withStudents(db, [after])
  await fileTodos.open(db, 'goesHome', [{ row: after, who: person, to: await accountsWith(db, packFiles.permission) }])
})
