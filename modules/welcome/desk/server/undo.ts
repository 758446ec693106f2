import { refusalOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { lockStep, settle, stepsOf } from '../../steps/server/api.ts'
import { myScans, undoScan } from '../model/actions.ts'
import { welcomeScan } from '../model/scan.ts'
import { settingsOf } from './settings.ts'

const SHOWN = 8
/** Own scans are undone for a while after they reached the server. */
async function deadline(db: Db): Promise<{ minutes: number; from: number }> {
  const { 'scan.undoMinutes': minutes } = await settingsOf(db)
  return { minutes, from: Date.now() - minutes * MINUTE_MS }
}
const mine = handle(myScans, async ({ db, me }) => {
  const rows = await db.unscoped(welcomeScan).all({ by: me.userId, kind: 'done' }, { sort: ['-at'], limit: SHOWN }) // the caller's own
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  const steps = (await Promise.all([...new Set(rows.map(r => r.batchId))].map(id => stepsOf(db, id)))).flat()
  const { from } = await deadline(db)
  return rows.map(row => ({
    ...{ id: row.id, at: row.at, name: people.get(row.studentId)?.name ?? '', mayUndo: Date.parse(row.createdAt) > from },
    step: steps.find(s => s.batchId === row.batchId && s.code === row.stepCode)?.name ?? row.stepCode,
  }))
})
/** 30-WS7: later only admissions, from the list and with a reason. */
const undo = handle(undoScan, async ({ db, me, lang }, { id }) => {
  const row = await db.unscoped(welcomeScan).one(id) // whose it is, is checked next
  if (row.by !== me.userId || row.kind !== 'done') throw notFound()
  const [member] = await db.unscoped(welcomeMember).all({ batchId: row.batchId, studentId: row.studentId }) // whom the caller scanned
  if (!member) throw notFound()
  const of = await lockStep(db, member, row.stepCode)
  const { minutes, from } = await deadline(db)
  if (Date.parse(row.createdAt) <= from) throw refusalOf(welcomeScan, 'undoLate', { at: schoolTimeText(row.at), minutes })
  if (of.state.state !== 'done' || of.state.by !== me.userId || of.state.pointId !== row.pointId) throw refusalOf(welcomeScan, 'notOwn', { name: of.name, step: of.step.name })
  await settle(db, { ...of, lang }, 'reopen', { state: 'open', channel: null, by: null, pointId: null, remark: null })
  const { batchId, studentId, stepCode, pointId, channel, idChecked } = row
  await db.insert(welcomeScan, { batchId, studentId, stepCode, pointId, by: me.userId, kind: 'undone', channel, at: new Date().toISOString(), idChecked })
})
export default [mine, undo]
