import type { DraftOf, Row } from '#model'
import { addMonths } from '#modules/campus/model/days.ts'
import { major } from '#modules/campus/model/organisation.ts'
import { fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { student } from '#modules/student/model/student.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day } from '#server/demo/days.ts'
import { demoFile, drawn } from '#server/demo/files.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { certCatalog, levelNames } from '../model/cert-catalog.ts'
import { certListRow } from '../model/cert-list-row.ts'
import { certReward } from '../model/cert-reward.ts'
import { certSubject } from '../model/flow.ts'
import { majorCert } from '../model/major-cert.ts'
import { type StudentCert, studentCert } from '../model/student-cert.ts'
import { DEMO_ENTRIES } from './demo-entries.ts'

const random = randomOf(613)
const OPEN = { verifyState: 'unverified', verifyMethod: null, verifiedById: null, verifiedAt: null } as const
const PICTURE =
  '<rect width="900" height="640" fill="#f6efdc"/><rect x="30" y="30" width="840" height="580" fill="none" stroke="#9c7a3c" stroke-width="6"/><circle cx="700" cy="470" r="70" fill="none" stroke="#b3392f" stroke-width="8"/><rect x="120" y="150" width="660" height="14" fill="#8a8577"/><rect x="120" y="230" width="520" height="10" fill="#b5b0a2"/><rect x="120" y="280" width="560" height="10" fill="#b5b0a2"/>'
type Draft = DraftOf<typeof studentCert> & Partial<StudentCert> & Pick<StudentCert, 'id' | 'certNo' | 'holderName' | 'catalogId' | 'level' | 'verifyMethod'>

/** Thirty entries, what majors ask, certificates of which one in twenty-five has expired, some that wait, and a list of an issuer. */
export default (async (db, { students }) => {
  const officer = await demoAccount(db, 'officer')
  const pupils = await demoPupils(db)
  if (!officer || !pupils.length) return
  await db.insertMany(certCatalog, DEMO_ENTRIES as never, { history: false })
  const entries = await db.unscoped(certCatalog).all({}, { sort: ['code'] }) // the demo's own
  const required = await demands(db, entries)
  await rewards(db, entries)
  const people = new Map((await db.unscoped(student).all({ id: pupils.map(p => p.id) })).map(p => [p.id, p])) // the demo's own
  let serial = 0
  const draftOf = (studentId: string, more: Partial<Draft> = {}, entry = random.pick(entries)): Draft => {
    const who = people.get(studentId)
    const levels = levelNames(entry)
    const issuedOn = day(-random.int(30, 900))
    const gone = random.chance(0.04)
    serial += 1
    return {
      ...{
        id: uuidv7(),
        studentId,
        catalogId: entry.id,
        level: levels.length ? random.pick(levels) : null,
        certNo: `${entry.code}${2024000000 + serial}`,
        holderName: who?.name ?? '',
      },
      ...{ issuedOn, expiresOn: gone ? day(-random.int(1, 20)) : entry.validMonths ? addMonths(day(-10), entry.validMonths) : null, files: [], inStudyPeriod: true },
      ...{ grade: who?.grade ?? null, departmentId: who?.departmentId ?? null, majorId: who?.majorId ?? null, classId: who?.classId ?? null, state: 'approved' },
      ...{ verifyState: 'verified', verifyMethod: random.chance(0.6) ? 'issuerList' : 'website', verifiedById: officer.id, verifiedAt: `${day(-20)}T02:00:00Z` },
      ...more,
    } as Draft
  }
  const near = pupils.filter(p => p.isNear && p.hasAccount)
  const rows = Array.from({ length: sized(students, 9000, 160) }, () => draftOf(random.pick(pupils).id))
  const open = near.slice(0, 12).map(p => draftOf(p.id, OPEN))
  const own = pupils.filter(p => p.isOwn).flatMap(p => [draftOf(p.id), draftOf(p.id)])
  // who leaves next has what the major requires, but for those whose certificate has expired
  const leavers = nextToLeave([...people.values()]).map(who => draftOf(who.id, {}, required.get(who.majorId ?? '')))
  const all = [...rows, ...open, ...own, ...leavers]
  await db.insertMany(studentCert, all, { history: false })
  await lists(db, all)
  for (const { id } of near.slice(12, 18)) await waiting(db, draftOf(id, { ...OPEN, state: 'pending' }), officer.id)
}) satisfies Demo

function nextToLeave(all: ReadonlyArray<Row<typeof student>>): ReadonlyArray<Row<typeof student>> {
  const [first] = all
    .flatMap(who => who.expectedGraduation ?? [])
    .filter(date => date >= day(0))
    .sort()
  return all.filter(who => who.expectedGraduation === first)
}
/** Every major requires one and recommends another; returns what is required by major. */
async function demands<E extends { id: string; kind: string }>(db: Db, entries: readonly E[]): Promise<ReadonlyMap<string, E | undefined>> {
  const majors = await db.unscoped(major).all({}, { sort: ['code'] }) // the demo's own
  const skills = entries.filter(e => e.kind === 'skillLevel' || e.kind === 'onePlusX')
  const required = new Map(majors.map((m, n) => [m.id, skills[n % skills.length]]))
  const drafts = majors.flatMap(m => [
    { majorId: m.id, catalogId: required.get(m.id)?.id ?? '', relation: 'required' as const },
    { majorId: m.id, catalogId: entries.find(e => e.kind === 'language')?.id ?? '', relation: 'recommended' as const },
  ])
  await db.insertMany(majorCert, drafts, { history: false })
  return required
}
/** The higher level of English is rewarded out of the first fund of the school. */
async function rewards(db: Db, entries: ReadonlyArray<{ id: string; code: string }>): Promise<void> {
  const [fund] = await db.unscoped(fundAccount).all({}, { sort: ['code'], limit: 1 }) // the demo's own
  const catalogId = entries.find(e => e.code === 'CET')?.id
  if (fund && catalogId) await db.insert(certReward, { catalogId, level: '六级', amount: 200_00, windowFrom: day(-365), windowTo: day(0), fundId: fund.id })
}
async function lists(db: Db, certs: readonly Draft[]): Promise<void> {
  const drafts = certs
    .filter(c => c.verifyMethod === 'issuerList')
    .map(c => ({ catalogId: c.catalogId, certNo: c.certNo, name: c.holderName, level: c.level ?? null, outcome: 'verified' as const, certId: c.id }))
  const rest = drafts.slice(0, 12).map((d, n) => ({ ...d, certNo: `${d.certNo}9`, certId: null, outcome: n % 3 ? ('unknown' as const) : ('name' as const) }))
  await db.insertMany(certListRow, [...drafts, ...rest], { history: false })
}
async function waiting(db: Db, draft: Draft, ownerId: string): Promise<void> {
  const content = await drawn(900, 640, PICTURE)
  const file = await demoFile(db, studentCert, draft.id, { name: '证书.jpg', content, field: 'files', ownerId })
  const row = await db.insert(studentCert, { ...draft, files: [file] })
  await submit({ db, me: db.me, lang: 'zh-cn' }, certSubject, row)
}
