import sql from 'sql-template-tag'
import { factsIn } from '#flow/index.ts'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { evidenceOf } from '#modules/evidence/server/api.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { publicNoticeLine } from '#modules/workflow/notices/model/notice.ts'
import { objection } from '#modules/workflow/notices/model/objection.ts'
import { factsOfStudents, issueSeatsTo, knownFacts, submit, takeSeats } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { sized } from '#server/demo/options.ts'
import { awardItem } from '../../items/model/award-item.ts'
import { isMet, resultOf } from '../../items/model/checks.ts'
import { awardApplication, SEATED } from '../model/application-row.ts'
import { awardBatch, holderOf } from '../model/batch.ts'
import { awardSubject } from '../model/flow.ts'
import { awardQuota } from '../model/quota.ts'
import { type Entry, entryWords } from './achievements.ts'
import { type Batch, itemsIn } from './batches.ts'
import { publishSchool } from './notices.ts'

type Pupil = Awaited<ReturnType<typeof demoPupils>>[number]
const STATEMENT =
  '本人学习认真，成绩在班级名列前茅，积极参加学科竞赛和志愿服务，生活俭朴，乐于助人，担任学习委员期间组织互助学习小组，得到同学和老师的肯定。今后将继续努力，不辜负学校的培养。'
const ACHIEVEMENTS = '班级学习互助小组组长'
const RANK = 'cqa.studyRankShare'

/** One batch that colleges rank, open for applications, and one on notice with two objections. */
export async function demoBatches(db: Db, students: number): Promise<void> {
  const officer = await demoAccount(db, 'officer')
  if (!officer) return
  const items = await db.unscoped(awardItem).all({}) // demo setup: no data scope
  const idOf = (code: string): string => items.find(i => i.code === code)?.id ?? ''
  const common = {
    ...{
      processType: 'award',
      xn: await schoolYearOn(db),
      audience: { roles: ['student'] },
      atEnd: 'stay',
      factsAsOf: day(-10),
      noticeLevel: 'school',
      ownerDepartmentId: officer.departmentId,
    },
    noticeColumns: ['name', 'studentNo', 'college', 'className', 'item', 'level'],
    publisher: { userId: officer.id, departmentId: officer.departmentId, teacherId: null, studentId: null, reaches: [{ roleCode: 'officer', scope: 'all' }] },
  } as const
  const window = (from: number, to: number) => ({ beginTime: moment(from, '08:00'), endTime: moment(to, '20:00'), publishedAt: moment(from, '08:00') })
  const open = await publishedBatch(db, {
    ...common,
    ...window(-5, 9),
    name: '本学年奖学金评选',
    state: 'published',
    itemIds: ['GJ', 'LZ', 'XJ', 'XB'].map(idOf),
    nominateBy: day(12),
    collegeWorkdays: 3,
  })
  const past = await publishedBatch(db, { ...common, ...window(-40, -12), name: '三好学生和优秀干部评选', state: 'closed', itemIds: ['SH', 'YG'].map(idOf), collegeWorkdays: 0 })
  const pupils = (await demoPupils(db)).filter(p => p.hasAccount && p.departmentId && !p.isOwn)
  const nearFirst = pupils.toSorted((a, b) => Number(b.isNear) - Number(a.isNear))
  const turned = (by: number): Pupil[] => [...nearFirst.slice(by), ...nearFirst.slice(0, by)]
  await quotas(db, open, pupils, sized(students, 240, 8))
  await quotas(db, past, pupils, sized(students, 400, 10))
  await applied(db, open, idOf('XJ'), nearFirst, sized(students, 400, 30), 'approved')
  await applied(db, open, idOf('LZ'), nearFirst, sized(students, 100, 6), 'approved')
  await applied(db, open, idOf('GJ'), nearFirst, 3, 'pending')
  await applied(db, past, idOf('SH'), turned(5), sized(students, 300, 20), 'nominated')
  if (!(await db.unscoped(awardApplication).count({ batchId: past.id }))) return // nobody qualifies in a school without grades
  await publishSchool({ db, me: db.me }, past)
  await objections(db, past, pupils)
}
async function publishedBatch(db: Db, draft: Record<string, unknown>): Promise<Batch> {
  const batch = await db.insert(awardBatch, draft as never)
  return db.update(awardBatch, batch.id, { frozen: await itemsIn(db, batch) })
}
/** The same seats for every college and item. */
async function quotas(db: Db, batch: Batch, pupils: readonly Pupil[], total: number): Promise<void> {
  const colleges = [...new Set(pupils.flatMap(p => p.departmentId ?? []))]
  const each = Math.max(4, Math.round(total / colleges.length))
  const items = await itemsIn(db, batch)
  const heads = (id: string): number => Math.round(pupils.filter(p => p.departmentId === id).length / 5)
  await issueSeatsTo(
    db,
    batch.id,
    items.flatMap(i => colleges.map(c => ({ holder: holderOf(i.code, c), issued: each }))),
    'demo',
    '按公式分配',
  )
  await db.insertMany(
    awardQuota,
    items.flatMap(i => colleges.map(c => ({ batchId: batch.id, itemId: i.id, departmentId: c, heads: heads(c), coefficient: 1, fixed: 0 }))),
    { history: false },
  )
}
/** Applications with the facts as they are; approved ones ranked by study rank in their college, pending ones in their approval. */
async function applied(db: Db, batch: Batch, itemId: string, from: readonly Pupil[], most: number, state: 'pending' | 'approved' | 'nominated'): Promise<void> {
  const item = (await itemsIn(db, batch)).find(i => i.id === itemId)
  if (!item) return
  const ids = from.map(p => p.id)
  const factsOf = await factsOfStudents(
    db,
    sql`select unnest(${ids}::uuid[])`,
    [...item.conditions.flatMap(c => factsIn(c.when)), RANK, 'cqa.studyRank', 'cqa.groupSize'],
    batch.factsAsOf,
  )
  const known = new Set((await knownFacts(db)).map(f => f.name))
  const resultsOf = (p: Pupil) => item.conditions.map(c => ({ name: c.name, result: resultOf(c.when, factsOf(p.id), known) }))
  const pupils = from.filter(p => isMet(resultsOf(p))).slice(0, most)
  const names = new Map(
    (await db.query<{ id: string; name: string }>(sql`select id, name from student where tenant_id = ${db.me.tenantId} and id = any(${ids}::uuid[])`)).map(s => [s.id, s.name]),
  )
  const [picks, words] = [await picksOf(db, ids), await entryWords(db)]
  const shareOf = (p: Pupil): number => Number(factsOf(p.id)[RANK] ?? 100)
  const ranks = new Map<string, number>()
  const sorted = pupils.toSorted((a, b) => shareOf(a) - shareOf(b))
  const drafts = sorted.map(p => {
    const rank = (ranks.get(p.departmentId ?? '') ?? 0) + 1
    ranks.set(p.departmentId ?? '', rank)
    return {
      ...{ studentId: p.id, departmentId: p.departmentId, classId: p.classId, subjectId: p.id, recipient: names.get(p.id) ?? '', batchId: batch.id, itemId },
      ...{ evidenceIds: (picks.get(p.id) ?? []).map(e => e.id), achieved: (picks.get(p.id) ?? []).map(words).join('\n') || null },
      ...{ statement: STATEMENT, achievements: ACHIEVEMENTS, isOutstanding: false, facts: factsOf(p.id), checks: resultsOf(p) },
      ...{ state, rankInCollege: state === 'pending' ? null : rank, ...(state === 'nominated' ? { level: item.levels[0]?.name ?? null, nominations: 1 } : {}) },
    }
  })
  const kept = state === 'nominated' ? drafts.filter(d => (d.rankInCollege ?? 0) <= 4) : drafts
  await db.insertMany(awardApplication, kept as never, { history: false })
  const rows = await db.unscoped(awardApplication).all({ batchId: batch.id, itemId }) // demo setup: no data scope
  if (state === 'pending') for (const row of rows) await submit({ db, me: db.me, lang: 'zh-cn' }, awardSubject, row, { batchId: batch.id })
  const seated = rows.filter(r => (SEATED as readonly string[]).includes(r.state))
  await takeSeats(
    db,
    seated.map(r => ({ roundId: batch.id, holder: holderOf(item.code, r.departmentId ?? ''), sourceType: 'awardApplication', sourceId: r.id, sourceSeq: 1 })),
  )
}
/** The two latest entries of each student that speak for them. */
async function picksOf(db: Db, ids: readonly string[]): Promise<Map<string, Entry[]>> {
  const all = evidenceOf(db, sql`select unnest(${[...ids]}::uuid[])`, '1900-01-01', day(0))
  const rows = await db.query<Entry & { studentId: string }>(sql`select x.student_id as "studentId", x.id, x.occurred_on::text as "occurredOn", x.kind, x.level, x.place, x.title
    from (select e.*, row_number() over (partition by e.student_id order by e.occurred_on desc, e.id) as n from (${all}) e where e.kind in ('competition', 'certificate', 'volunteer')) x where x.n <= 2`)
  return Map.groupBy(rows, r => r.studentId)
}
const GROUNDS = ['学业排名与教务系统公布的不一致，请复核成绩', '上学期有一次旷课，不符合三好学生的条件，请核实'] as const
/** Two results that somebody objects to, for the office to answer. */
async function objections(db: Db, batch: Batch, pupils: readonly Pupil[]): Promise<void> {
  const lines = await db.query<{
    id: string
    noticeId: string
  }>(sql`select l.id, l.notice_id as "noticeId" from public_notice_line l join public_notice n on n.tenant_id = l.tenant_id and n.id = l.notice_id
    where l.tenant_id = ${db.me.tenantId} and n.round_id = ${batch.id} and l.state = 'shown' order by l.id limit ${GROUNDS.length}`)
  const accounts = await accountsOf(
    db,
    pupils.slice(-GROUNDS.length).map(p => p.id),
  )
  const claimants = [...accounts.values()]
  const drafts = lines.map((line, n) => ({
    ...{
      noticeId: line.noticeId,
      lineId: line.id,
      claimantId: claimants[n] ?? null,
      grounds: GROUNDS[n] ?? GROUNDS[0],
      raisedAt: moment(-1, '10:20'),
      dueOn: day(2),
      handlerRole: 'officer' as const,
    },
  }))
  await db.insertMany(objection, drafts, { anonymous: true })
  await db.updateWhere(publicNoticeLine, { id: lines.map(l => l.id) }, { state: 'suspended' }, { anonymous: true })
}
