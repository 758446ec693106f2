import sql from 'sql-template-tag'
import { factsIn } from '#flow/index.ts'
import { gradeMajor, stuClass } from '#modules/campus/model/organisation.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { issueSeatsTo, knownFacts, submit } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { serialNosOn } from '#server/data/serial-no.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { MAJOR_TRANSFER } from '../../changes/model/change-type.ts'
import { MAJOR_WISH } from '../../changes/model/dictionaries.ts'
import { changeSubject } from '../../changes/model/flow.ts'
import { statusChange } from '../../changes/model/status-change.ts'
import { typesInUse } from '../../changes/server/api.ts'
import { DEFAULT_CONDITIONS, majorTransferBatch } from '../model/batch.ts'
import type { Batch } from './batches.ts'
import { publicise } from './publicise.ts'

type Pupil = Awaited<ReturnType<typeof demoPupils>>[number]
interface Move {
  pupil: Pupil
  from: string
  choices: string[]
}
const REASONS = ['一直喜欢这个专业，业余时间自学了主要课程', '家人从事这一行，毕业后想回去一起做', '参加过这个专业的竞赛小组，成绩不错'] as const

/** A batch on notice, and the next one, open, with applications that wait. */
export default (async (db, { students }) => {
  const officer = await demoAccount(db, 'officer')
  if (!officer) return
  const known = new Set((await knownFacts(db)).map(f => f.name))
  const common = {
    ...{ processType: 'majorTransfer', audience: { roles: ['student'] }, state: 'closed', atEnd: 'stay', soldierBonus: 5, founderBonus: 5, minScore: 60 },
    ...{ noticeLevel: 'school', noticeColumns: ['name', 'studentNo', 'college', 'className', 'item'], ownerDepartmentId: officer.departmentId },
    conditions: DEFAULT_CONDITIONS.filter(c => factsIn(c.when).every(f => known.has(f))),
    publisher: { userId: officer.id, departmentId: officer.departmentId, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] },
  } as const
  const window = (from: number, to: number) => ({ beginTime: moment(from, '08:00'), endTime: moment(to, '20:00'), publishedAt: moment(from, '08:00') })
  const past = await db.insert(majorTransferBatch, { ...common, ...window(-40, -20), name: '上学期转专业', effectiveDate: day(14) } as never)
  const open = await db.insert(majorTransferBatch, { ...common, ...window(-3, 18), state: 'published', name: '本学期转专业', effectiveDate: day(60) } as never)
  const moves = await movesOf(db, sized(students, 200, 24))
  const places = [...new Set(moves.flatMap(m => m.choices))]
  const seats = (each: number) => places.map(holder => ({ holder, issued: each }))
  await issueSeatsTo(db, past.id, seats(Math.max(1, Math.round(moves.length / 4 / places.length))), 'demo', '按计划')
  await issueSeatsTo(db, open.id, seats(3), 'demo', '按计划')
  const waiting = moves.filter(m => m.pupil.isNear).slice(0, 3)
  await applied(
    db,
    past,
    moves.filter(m => !waiting.includes(m)),
    true,
  )
  await publicise(db, past)
  const rows = await applied(db, open, waiting, false)
  for (const row of rows) await submit({ db, me: db.me, lang: 'zh-cn' }, changeSubject, row, { batchId: open.id })
}) satisfies Demo

/** Who wants to go where: another grade-major of the same grade that has a class. */
async function movesOf(db: Db, count: number): Promise<Move[]> {
  const random = randomOf(113)
  const [classes, gradeMajors] = [await db.cached(stuClass), await db.cached(gradeMajor)]
  const studied = new Set([...classes.values()].flatMap(c => (c.state === 'active' ? c.gradeMajorId : [])))
  const busy = await db.query<{ id: string }>(
    sql`select distinct student_id as id from status_change where tenant_id = ${db.me.tenantId} and state in ('pending', 'returned', 'approved')`,
  )
  const taken = new Set(busy.map(b => b.id))
  const pupils = (await demoPupils(db)).filter(p => p.hasAccount && !p.isOwn && !taken.has(p.id))
  const chosen = [...pupils.filter(p => p.isNear).slice(-6), ...pupils.filter((p, n) => !p.isNear && n % Math.max(1, Math.floor(pupils.length / count)) === 0)]
  return chosen.slice(0, count + 6).flatMap(pupil => {
    const own = gradeMajors.get(classes.get(pupil.classId ?? '')?.gradeMajorId ?? '')
    const others = own ? [...gradeMajors.values()].filter(g => g.grade === own.grade && g.id !== own.id && studied.has(g.id)).map(g => g.id) : []
    if (!own || !others.length) return []
    const first = random.pick(others)
    return { pupil, from: own.id, choices: [first, ...others.filter(id => id !== first).slice(0, random.int(0, 1))] }
  })
}
/** Applications of these: approved and assessed, or just written. */
async function applied(db: Db, batch: Batch, moves: readonly Move[], isAssessed: boolean) {
  const random = randomOf(127)
  const type = (await typesInUse(db)).find(t => t.code === MAJOR_TRANSFER)
  if (!type) return []
  const numbers = await serialNosOn(
    db,
    'YD',
    'status_change_no_seq',
    moves.map(() => batch.beginTime.slice(0, 10)),
  )
  const drafts = moves.map(({ pupil, from, choices }, n) => ({
    ...{
      changeNo: numbers[n] ?? '',
      studentId: pupil.id,
      departmentId: pupil.departmentId,
      classId: pupil.classId,
      typeId: type.id,
      reasonCode: MAJOR_WISH,
      reasonText: random.pick(REASONS),
    },
    ...{
      effectiveDate: batch.effectiveDate,
      isTransfer: true,
      batchId: batch.id,
      choices,
      fromStatus: 'active',
      toStatus: 'active',
      fromClassId: pupil.classId,
      fromGradeMajorId: from,
    },
    ...(isAssessed ? { state: 'approved', assessScore: random.int(52, 98) } : { state: 'pending' }),
  }))
  await db.insertMany(statusChange, drafts as never, { history: false })
  return db.unscoped(statusChange).all({ batchId: batch.id }) // demo setup: no data scope
}
