import sql from 'sql-template-tag'
import { accountsOf } from '#modules/student/server/api.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { demoFile } from '#server/demo/files.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { type Random, randomOf } from '#server/demo/random.ts'
import { photoBatch, photoLine } from '../model/batch.ts'
import { collectionCode } from '../model/code.ts'
import type { Fault } from '../model/faults.ts'
import { type Kind, studentPhoto } from '../model/photo.ts'
import { type Face, faceOf, portrait } from './demo-faces.ts'
import { hashOf } from './store-photo.ts'
import { askAbout } from './todos.ts'

/** Students outside the counsellor's classes who have photos, too; they share some faces, for each one drawn and each file stored takes its time. */
const [FARTHER, SHARED] = [160, 12] as const
/** Students without an enrolment photo in a whole school, and of them in the counsellor's classes. */
const [MISSING, LEAST_MISSING, NEAR_MISSING] = [120, 30, 14] as const
/** Photos that students of the counsellor sent and that wait. */
const [PENDING, REFUSED] = [6, 3] as const
interface Sitter {
  id: string
  personId: string
  studentNo: string
  genderCode: string
  grade: number
  isOwn: boolean
  isNear: boolean
}
/** A photo to draw and to write. */
interface Plan {
  of: Sitter
  face: Face
  kind: Kind
  source: 'province' | 'school' | 'self' | 'agency'
  state: 'accepted' | 'pending' | 'refused'
  batchId?: string
}
/** Drawn faces of the counsellor's students and of some others, with holes; photos that wait, a batch with what went wrong in it, and codes of those who graduate. */
export default (async (db, { students }) => {
  const [officer, fdy] = [await demoAccount(db, 'officer'), await demoAccount(db, 'fdy')]
  const sitters = await sittersOf(db, FARTHER)
  if (!officer || !fdy || !sitters.length) return
  const random = randomOf(2208)
  const batch = await db.insert(photoBatch, {
    ...{ name: '新生入学照片', kind: 'enrolment', source: 'school', matchBy: 'any', state: 'done', ownerId: officer.id, departmentId: officer.departmentId },
    ...{ expected: sitters.length, endedAt: moment(-40, '16:20') },
  })
  const holes = holesIn(sitters, sized(students, MISSING, LEAST_MISSING), random)
  const last = Math.min(...sitters.map(s => s.grade))
  const plans = sitters.flatMap(of => plansOf(of, faceOf(random, of.genderCode === '2'), { hasHole: holes.has(of.id), isLast: of.grade === last, batchId: batch.id, random }))
  const written = await write(
    db,
    random,
    [
      ...plans,
      ...sentBySelf(
        sitters.filter(s => s.isNear && holes.has(s.id)),
        random,
      ),
    ],
    officer.id,
  )
  await askAbout(db, await db.unscoped(studentPhoto).all({ state: 'pending' })) // demo data
  await writeLines(db, { id: batch.id, ownerId: officer.id, departmentId: officer.departmentId }, written)
  await writeCodes(
    db,
    random,
    sitters.filter(s => s.grade === last),
  )
}) satisfies Demo
/** Who has no enrolment photo: some of the counsellor's students, the others anywhere. */
function holesIn(sitters: readonly Sitter[], count: number, random: Random): Set<string> {
  const mixed = sitters.filter(s => !s.isOwn).map(s => ({ id: s.id, isNear: s.isNear, at: random.next() }))
  const inOrder = mixed.sort((a, b) => a.at - b.at)
  return new Set([...inOrder.filter(s => s.isNear).slice(0, NEAR_MISSING), ...inOrder.filter(s => !s.isNear).slice(0, Math.max(0, count - NEAR_MISSING))].map(s => s.id))
}
/** The counsellor's students first, then some of all others. */
async function sittersOf(db: Db, farther: number): Promise<Sitter[]> {
  const pupils = await demoPupils(db)
  const near = pupils.filter(p => p.isNear || p.isOwn)
  const others = pupils.filter(p => !p.isNear && !p.isOwn)
  const step = Math.max(1, Math.floor(others.length / farther))
  const chosen = new Map([...near, ...others.filter((_, n) => n % step === 0).slice(0, farther)].map(p => [p.id, p]))
  const rows = await db.query<Omit<Sitter, 'isOwn' | 'isNear'>>(sql`select id, person_id as "personId", student_no as "studentNo", gender_code as "genderCode", grade from student
    where tenant_id = ${db.me.tenantId} and id = any(${[...chosen.keys()]}::uuid[]) and grade is not null and student_no is not null order by student_no`)
  return rows.map(row => ({ ...row, isOwn: chosen.get(row.id)?.isOwn ?? false, isNear: chosen.get(row.id)?.isNear ?? false }))
}
function plansOf(of: Sitter, face: Face, { hasHole, isLast, batchId, random }: { hasHole: boolean; isLast: boolean; batchId: string; random: Random }): Plan[] {
  const kinds: Plan[] = []
  if (of.isNear || of.isOwn) kinds.push({ of, face, kind: 'admission', source: 'province', state: 'accepted' })
  if (!hasHole) kinds.push({ of, face, kind: 'enrolment', source: of.isOwn ? 'self' : 'school', state: 'accepted', ...(of.isOwn ? {} : { batchId }) })
  if (isLast && random.chance(0.7)) kinds.push({ of, face, kind: 'graduation', source: 'agency', state: 'accepted' })
  return kinds
}
const sentBySelf = (holes: readonly Sitter[], random: Random): Plan[] =>
  holes
    .slice(0, PENDING + REFUSED)
    .map((of, n) => ({ of, face: faceOf(random, of.genderCode === '2'), kind: 'enrolment', source: 'self', state: n < PENDING ? 'pending' : 'refused' }))

/** Draws the photo of a plan: a face of their own for students who are looked at, for the others one of some. */
function painter(random: Random): (plan: Plan) => Promise<Buffer> {
  const shared = new Map<string, Promise<Buffer>>()
  let turn = 0
  return ({ of, face, kind }) => {
    const background = kind === 'graduation' ? 'blue' : 'white'
    if (of.isNear || of.isOwn) return portrait(face, random, background)
    const key = `${of.genderCode} ${background} ${++turn % SHARED}`
    const drawn = shared.get(key) ?? portrait(face, random, background)
    shared.set(key, drawn)
    return drawn
  }
}
type Written = { of: Sitter; id: string; plan: Plan }
async function write(db: Db, random: Random, plans: readonly Plan[], deciderId: string): Promise<Written[]> {
  const accounts = await accountsOf(
    db,
    plans.map(p => p.of.id),
  )
  const draw = painter(random)
  const drafts = []
  const written: Written[] = []
  for (const plan of plans) {
    const { of, kind, source, state, batchId = null } = plan
    const picture = await draw(plan)
    const id = uuidv7()
    const file = { name: 'photo.jpg', content: picture, field: 'fileId', ownerId: accounts.get(of.id) ?? of.id }
    const decided = source === 'self' && state !== 'pending' ? { decidedById: deciderId, decidedAt: moment(-6, '10:12') } : { decidedById: null, decidedAt: null }
    const about = {
      studentId: of.id,
      personId: of.personId,
      kind,
      source,
      state,
      batchId,
      sha256: hashOf(Buffer.concat([picture, Buffer.from(id)])),
      width: 360,
      height: 480,
      bytes: picture.length,
    }
    drafts.push({
      id,
      ...about,
      ...decided,
      fileId: [await demoFile(db, studentPhoto, id, file)],
      isCurrent: state === 'accepted',
      refuseReason: state === 'refused' ? '光线太暗，看不清脸' : null,
    })
    written.push({ of, id, plan })
  }
  await db.insertMany(studentPhoto, drafts, { history: false })
  return written
}
const FAULTS: ReadonlyArray<readonly [name: string, result: 'unmatched' | 'duplicate' | 'badFormat', fault: Fault, detail: string]> = [
  ['IMG_2043.jpg', 'unmatched', 'nobody', ''],
  ['补拍/合影.jpg', 'unmatched', 'noNumber', ''],
  ['补拍/20230001_王子涵.jpg', 'unmatched', 'nobody', ''],
  ['补拍/2.jpg', 'badFormat', 'damaged', ''],
  ['补拍/3.png', 'badFormat', 'small', '180×240'],
]
async function writeLines(db: Db, { id: batchId, ...owner }: { id: string; ownerId: string; departmentId: string | null }, written: readonly Written[]): Promise<void> {
  const matched = written.filter(w => w.plan.batchId)
  const same = { batchId, ...owner }
  const twice = matched.slice(0, 2).map(w => ({ ...same, name: `重复/${w.of.studentNo}.jpg`, result: 'duplicate' as const, fault: 'twice' as const, studentId: w.of.id }))
  await db.insertMany(
    photoLine,
    matched.map(w => ({ ...same, name: `${w.of.studentNo}.jpg`, result: 'matched' as const, studentId: w.of.id, photoId: w.id })),
    { history: false },
  )
  await db.insertMany(
    photoLine,
    [...FAULTS.map(([name, result, fault, detail]) => ({ ...same, name, result, fault, detail, studentId: null })), ...twice.map(t => ({ ...t, detail: '' }))],
    { history: false },
  )
  await db.update(photoBatch, batchId, { matched: matched.length, unmatched: 3, duplicate: twice.length, badFormat: 2, expected: matched.length + 5 + twice.length })
}
async function writeCodes(db: Db, random: Random, graduates: readonly Sitter[]): Promise<void> {
  const photographed = new Set((await db.unscoped(studentPhoto).all({ kind: 'graduation', isCurrent: true })).map(p => p.studentId)) // demo data
  const drafts = graduates.flatMap(({ id, studentNo }) => {
    if (!photographed.has(id) && random.chance(0.3)) return []
    const state = photographed.has(id) ? (random.chance(0.5) ? ('confirmed' as const) : ('arrived' as const)) : random.chance(0.5) ? ('taken' as const) : ('downloaded' as const)
    return { studentId: id, code: `TX${studentNo}`, state, takenOn: state === 'downloaded' ? null : day(-15) }
  })
  await db.insertMany(collectionCode, drafts, { history: false })
}
