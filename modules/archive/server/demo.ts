import sql from 'sql-template-tag'
import type { DraftOf } from '#model'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { demoFile, drawn } from '#server/demo/files.ts'
import { type Demo, type DemoOptions, sized } from '#server/demo/options.ts'
import { archiveFile, type FileState } from '../model/archive-file.ts'
import { archiveLocation } from '../model/archive-location.ts'
import { archiveMaterial } from '../model/archive-material.ts'
import { archiveMove } from '../model/archive-move.ts'
import { archiveRequirement } from '../model/archive-requirement.ts'
import { destinationSubject } from '../model/flow.ts'
import { graduateDestination } from '../model/graduate-destination.ts'
import { demoLent } from './demo-lent.ts'
import { demoDestination, demoDestinations, demoLetters } from './demo-letters.ts'
import { followMissing } from './missing.ts'

const REQUIRED = ['highSchool', 'gaokao', 'enrolment', 'medical'] as const
const TITLES = { highSchool: '高中毕业生登记表', gaokao: '高考报名登记表及体检表', enrolment: '学生入学登记表', medical: '入学体检表' } as const
const WAITING = 6
export interface Owner {
  id: string
  name: string
  hasEnded: boolean
  isExpelled: boolean
  year: number
  departmentId: string | null
  majorId: string | null
  classId: string | null
}
export type FileDraft = DraftOf<typeof archiveFile> & Record<string, unknown> & { id: string; studentId: string; state: FileState }
/** A store, a file of everybody, letters on their way and files that others read: every state, some without a receipt or back for too long. */
export default (async (db, options) => {
  const [officer, admin, fdy] = [await demoAccount(db, 'officer'), await demoAccount(db, 'admin'), await demoAccount(db, 'fdy')]
  if (!officer || !admin || !fdy?.teacherId) return
  const places = await store(db)
  const owners =
    await db.query<Owner>(sql`select id, name, status in ('graduated', 'completed', 'incomplete', 'withdrawn', 'expelled') as "hasEnded", status = 'expelled' as "isExpelled",
      coalesce(extract(year from expected_graduation)::int, 2026) as year, department_id as "departmentId", major_id as "majorId", class_id as "classId"
    from student where tenant_id = ${db.me.tenantId} and deleted_at is null and (has_record or status in ('graduated', 'completed', 'incomplete', 'withdrawn', 'expelled')) order by student_no`)
  const files = draftsOf(owners, places, options, { custodianId: fdy.teacherId, sealedBy: officer.id, checkedBy: admin.id })
  await db.insertMany(archiveFile, files, { history: false })
  await papers(db, officer.id)
  await demoDestinations(db, owners, files, officer.id)
  await demoLetters(db, files, officer.id)
  await log(db)
  await demoLent(db, files, officer.id, fdy.id)
  await waiting(db)
}) satisfies Demo

async function store(db: Db): Promise<Array<{ id: string; name: string }>> {
  const shelves: Array<{ id: string; name: string }> = []
  for (const room of [1, 2]) {
    const { id: roomId } = await db.insert(archiveLocation, { code: `K${room}`, name: `${room} 号库房`, kind: 'room' })
    for (const cabinet of [1, 2, 3]) {
      const { id: parentId } = await db.insert(archiveLocation, { code: `K${room}-${cabinet}`, name: `${cabinet} 柜`, kind: 'cabinet', parentId: roomId })
      const { id } = await db.insert(archiveLocation, { code: `K${room}-${cabinet}-1`, name: '1 层', kind: 'layer', parentId })
      shelves.push({ id, name: `${room} 号库房 ${cabinet} 柜 1 层` })
    }
  }
  const levels = await db.query<{ level: string }>(sql`select distinct level from student where tenant_id = ${db.me.tenantId} and level is not null order by level`)
  await db.insertMany(
    archiveRequirement,
    levels.flatMap(({ level }) => REQUIRED.map(kind => ({ educationLevel: level, kind }))),
  )
  return shelves
}
/** States of those who are here, and of those who have left, by turns. */
const HERE: readonly FileState[] = ['inStore', 'inStore', 'inStore', 'inStore', 'inStore', 'inStore', 'inStore', 'inStore', 'inStore', 'notReceived']
const GONE: readonly FileState[] = ['delivered', 'delivered', 'delivered', 'held', 'delivered', 'delivered', 'sealed', 'delivered', 'returnedBack', 'delivered']
/** One of each that is seldom, then the turns; so many are on their way. */
function stateOf(n: number, ended: number, { hasEnded, isExpelled }: Owner, onTheirWay: number): FileState {
  if (isExpelled) return 'sealed'
  if (hasEnded && ended < onTheirWay) return 'inTransit'
  if (!hasEnded && (n === 3 || n === 23)) return n === 3 ? 'lost' : 'sealed'
  return (hasEnded ? GONE[ended % GONE.length] : HERE[n % HERE.length]) ?? 'inStore'
}
const SEALED: readonly FileState[] = ['sealed', 'held', 'inTransit', 'delivered', 'returnedBack']
function draftsOf(
  owners: readonly Owner[],
  places: ReadonlyArray<{ id: string; name: string }>,
  { students }: DemoOptions,
  by: { custodianId: string; sealedBy: string; checkedBy: string },
): FileDraft[] {
  const left = owners.filter(o => o.hasEnded && !o.isExpelled).length
  const onTheirWay = Math.min(sized(students, 300, 60), Math.floor(left * 0.6))
  let ended = 0
  return owners.map((owner, n) => {
    const state = stateOf(n, ended, owner, onTheirWay)
    if (owner.hasEnded && !owner.isExpelled) ended++
    const place = places[n % places.length]
    const isHere = state === 'inStore' || state === 'sealed' || state === 'held'
    return {
      ...{ id: uuidv7(), studentId: owner.id, archiveNo: `DA${owner.year}${String(n + 1).padStart(6, '0')}`, state, goesHome: owner.isExpelled, hasPartyPapers: n % 17 === 0 },
      ...{ locationId: isHere ? (place?.id ?? null) : null, holder: isHere ? (place?.name ?? null) : null, holderSince: state === 'notReceived' ? null : moment(-200, '10:00') },
      ...(state === 'notReceived' ? {} : { receivedOn: day(-400), receivedFrom: '生源地中学', receiveMethod: n % 3 ? 'confidentialPost' : 'carried', custodianId: by.custodianId }),
      ...(SEALED.includes(state) ? { sealedOn: day(-90), sealedBy: by.sealedBy, checkedBy: by.checkedBy } : { sealedOn: null, sealedBy: null, checkedBy: null }),
      ...{ holdUntil: state === 'held' ? day(300) : null },
    } as unknown as FileDraft
  })
}
/** What came with them; of some a paper is missing still, and one has a scan. */
async function papers(db: Db, ownerId: string): Promise<void> {
  for (const [n, kind] of REQUIRED.entries())
    await db.insertFrom(
      archiveMaterial,
      {
        fileId: sql`f.id`,
        studentId: sql`f.student_id`,
        kind,
        title: TITLES[kind],
        docDate: day(-420),
        copies: 1,
        pages: 2 + n,
        isOriginal: true,
        source: 'manual',
        filedOn: day(-399),
      },
      sql`archive_file f where f.tenant_id = ${db.me.tenantId} and f.state <> 'notReceived' and (f.state <> 'inStore' or right(f.archive_no, 2)::int % 11 <> ${n})`,
      { history: false },
    )
  await db.insertFrom(
    archiveMaterial,
    {
      fileId: sql`f.id`,
      studentId: sql`f.student_id`,
      kind: 'award',
      title: '2025-2026 奖励审批表',
      docDate: day(-30),
      copies: 1,
      isOriginal: true,
      source: 'auto',
      sourceType: 'demo',
      sourceId: sql`f.id::text`,
    },
    sql`archive_file f where f.tenant_id = ${db.me.tenantId} and f.state = 'inStore' and right(f.archive_no, 2)::int % 13 = 5`,
    { history: false },
  )
  await followMissing(db, sql`true`)
  const [first] = await db.unscoped(archiveMaterial).all({ kind: 'enrolment' }, { sort: ['createdAt', 'id'], limit: 1 }) // the demo's own
  if (!first) return
  const content = await drawn(
    620,
    877,
    '<rect width="620" height="877" fill="#fdfcf8"/><text x="190" y="120" font-size="34">学生入学登记表</text><rect x="60" y="170" width="500" height="600" fill="none" stroke="#555"/>',
  )
  const fileId = await demoFile(db, archiveMaterial, first.id, { name: '入学登记表.jpg', content, field: 'scans', ownerId })
  await db.update(archiveMaterial, first.id, { scans: [fileId] })
}
/** The ledger of what the rows say. */
async function log(db: Db): Promise<void> {
  for (const [kind, at, where] of [
    ['receive', moment(-400, '09:30'), sql`f.state <> 'notReceived'`],
    ['seal', moment(-90, '15:00'), sql`f.sealed_by is not null`],
  ] as const)
    await db.insertFrom(
      archiveMove,
      { fileId: sql`f.id`, studentId: sql`f.student_id`, kind, at, toHolder: '1 号库房' },
      sql`archive_file f where f.tenant_id = ${db.me.tenantId} and ${where}`,
      { history: false },
    )
}
/** Destinations that the counsellor has to verify. */
async function waiting(db: Db): Promise<void> {
  const near = (await demoPupils(db)).filter(p => p.isNear && p.hasAccount && !p.isOwn).slice(0, WAITING)
  const people = await db.query<Owner>(
    sql`select id, name, false as "hasEnded", false as "isExpelled", coalesce(extract(year from expected_graduation)::int, 2026) as year, department_id as "departmentId", major_id as "majorId", class_id as "classId"
      from student where tenant_id = ${db.me.tenantId} and id = any(${near.map(p => p.id)}::uuid[]) order by student_no`,
  )
  for (const [n, who] of people.entries()) {
    const row = await db.insert(graduateDestination, { ...demoDestination(who, n), state: 'pending' })
    await submit({ db, me: db.me, lang: 'zh-cn' }, destinationSubject, row)
  }
}
