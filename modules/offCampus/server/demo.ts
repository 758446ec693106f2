import type { Row } from '#model'
import { schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { schoolYearOf, yearEnds } from '#modules/campus/model/school-year.ts'
import { guardianConsent } from '#modules/family/model/guardian-consent.ts'
import { demoConsent } from '#modules/family/server/demo-consents.ts'
import { familyMember } from '#modules/student/model/family.ts'
import { student } from '#modules/student/model/student.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import { submit } from '#modules/workflow/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day, moment } from '#server/demo/days.ts'
import { type Demo, sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { staySubject } from '../model/flow.ts'
import { offCampusCheck } from '../model/off-campus-check.ts'
import { offCampusReport } from '../model/off-campus-report.ts'
import { offCampusStay, type StayKind } from '../model/off-campus-stay.ts'
import { unchecked } from './jobs.ts'

const random = randomOf(5011)
const KINDS: readonly StayKind[] = ['withFamily', 'withFamily', 'rent', 'rent', 'internship', 'medical', 'relative', 'married']
const PLACES = ['学府花园', '锦绣家园', '大学城公寓', '青年社区', '书香苑'] as const
const REASONS: Readonly<Record<string, string>> = {
  withFamily: '家在学校附近，走读方便照顾老人',
  rent: '准备考研，需要安静的学习环境',
  internship: '毕业实习，单位离学校较远',
  medical: '术后休养，需要家人照料',
  relative: '住在姨妈家，便于照应',
  married: '已婚，与配偶同住',
}
interface Person extends Pick<Row<typeof student>, 'id' | 'name' | 'grade' | 'departmentId' | 'classId' | 'homeCanton'> {
  guardian: Row<typeof familyMember>
  isNear: boolean
}
const EXPIRING = 12
const REVOKED = 3
/** What the guardians of applications that wait for a decision have said. */
const WAITING = ['sent', 'sent', 'sent', 'toCheck', 'agreed', 'agreed', 'refused'] as const
/** 300 stays outside, of which 12 end soon and 3 were revoked; some applications that the counsellor has to decide; visits, risks and reports. */
export default (async (db, { students }) => {
  const fdy = await demoAccount(db, 'fdy')
  const people = await peopleOf(db)
  if (!fdy || people.length < WAITING.length + REVOKED) return
  const total = Math.min(sized(students, 300, 40), people.length - WAITING.length)
  const drafts = people.slice(0, total).map((who, n) => draftOf(who, n, fdy.id))
  await db.insertMany(guardianConsent, drafts.map(d => d.consent) as never, { history: false })
  await db.insertMany(offCampusStay, drafts.map(d => d.stay) as never, { history: false })
  await lookedAfter(
    db,
    drafts.map(d => d.stay).filter(s => s.state === 'active'),
    fdy.id,
  )
  // inside one school year, as the rules want: in its last days from the next one's first
  const year = yearEnds(schoolYearOf(day(3)))
  const fromOn = day(5) > year ? addDays(year, 1) : day(3)
  const toOn = [addDays(fromOn, 37), yearEnds(schoolYearOf(fromOn))].toSorted()[0] as string
  const span = { beginAt: schoolInstant(fromOn, '00:00'), endAt: schoolInstant(addDays(toOn, 1), '12:00') }
  for (const [n, who] of people
    .filter(p => p.isNear)
    .slice(-WAITING.length)
    .entries()) {
    const { stay } = draftOf(who, 0, fdy.id)
    const said = WAITING[n] ?? 'sent'
    const asked = { kind: 'withFamily', reason: REASONS.withFamily, landlordName: null, landlordPhone: null, contractUntil: null, fromOn, toOn, lastNight: toOn }
    const asks = { asks: `${who.name}申请 ${fromOn} 至 ${toOn} 在校外住宿`, detail: `地址：${stay.address}` }
    const consent = await demoConsent(db, { studentId: who.id, guardianId: who.guardian.id, bizType: offCampusStay.name, bizId: stay.id, ...asks }, said, who.guardian)
    const consentState = said === 'agreed' || said === 'refused' ? said : 'sent'
    const call = said === 'agreed' ? {} : { callAt: null, callWay: null, callWords: null, callById: null }
    const waiting = { state: 'pending', consentState, consentId: consent.id, approvedAt: null, endReason: null, endedOn: null, reportedAt: null, reportDueAt: null }
    const lately = { createdAt: moment(-2, '08:50'), pledgeSignedAt: moment(-2, '08:50'), ...(said === 'agreed' ? { callAt: moment(-1, '20:00') } : {}) }
    const row = await db.insert(offCampusStay, { ...stay, ...asked, ...waiting, ...call, ...lately, ...span } as never)
    await submit({ db, me: db.me, lang: 'zh-cn' }, staySubject, row)
  }
}) satisfies Demo

/** Those of higher grades with a guardian; a part of them in classes of the counsellor people sign in as. */
async function peopleOf(db: Db): Promise<Person[]> {
  const pupils = await demoPupils(db)
  const guardians = new Map((await db.unscoped(familyMember).all({ isGuardian: true })).map(m => [m.studentId, m])) // the demo's own
  const records = new Map((await db.unscoped(student).all({ hasRecord: true })).map(s => [s.id, s])) // the demo's own
  const first = Number(schoolYearOf(day(0)).slice(0, 4))
  const all = pupils.flatMap(({ id, isNear, isOwn, hasAccount }) => {
    const [who, guardian] = [records.get(id), guardians.get(id)]
    return who && guardian?.phone && hasAccount && !isOwn && (who.grade ?? first) < first ? [{ ...who, guardian, isNear }] : []
  })
  const near = all.filter(p => p.isNear)
  const others = all.filter(p => !p.isNear)
  return [...others.filter((_, n) => n % 5 === 0), ...near.slice(0, 30)]
}
function draftOf(who: Person, n: number, callById: string) {
  const kind = random.pick(KINDS)
  const id = uuidv7()
  const state = n < REVOKED ? 'revoked' : n % 17 === 0 ? 'ended' : n % 23 === 0 ? 'expired' : 'active'
  const fromOn = day(-random.int(30, 70))
  const last = yearEnds(schoolYearOf(fromOn))
  const toOn = state === 'expired' || state === 'ended' ? day(-4) : n < REVOKED + EXPIRING ? day(random.int(2, 14)) : ([day(random.int(60, 150)), last].toSorted()[0] as string)
  const lastNight = state === 'revoked' ? day(2) : toOn
  const isRent = kind === 'rent'
  const address = `${random.pick(PLACES)} ${random.int(1, 9)} 栋 ${random.int(1, 18)}0${random.int(1, 4)}`
  const answered = { answer: 'agreed', signature: who.guardian.name, answeredAt: moment(-75, '19:30'), channel: 'link', state: 'answered', phone: who.guardian.phone }
  const consent = {
    ...{ id: uuidv7(), studentId: who.id, guardianId: who.guardian.id, bizType: offCampusStay.name, bizId: id, sentAt: moment(-76, '09:00'), expiresAt: moment(-73, '09:00') },
    ...{ asks: `${who.name}申请 ${fromOn} 至 ${toOn} 在校外住宿`, detail: `地址：${address}`, ...answered },
  }
  const stay = {
    ...{ id, studentId: who.id, grade: who.grade, departmentId: who.departmentId, classId: who.classId, kind, reason: REASONS[kind] ?? '', fromOn, toOn, proofs: [] },
    ...{
      cantonCode: who.homeCanton ?? '110101',
      address,
      distanceKm: n % 3 ? random.int(3, 320) / 10 : null,
      landlordName: isRent ? '赵立群' : null,
      landlordPhone: isRent ? '13600001234' : null,
      contract: [],
    },
    ...{ contractUntil: isRent ? toOn : null, cohabitants: n % 3 ? null : '王晓红、姨妈、13611112222', guardianId: who.guardian.id, emergencyName: who.guardian.name },
    ...{ emergencyPhone: who.guardian.phone, keepBed: n % 4 === 0, pledge: true, consentState: 'agreed', consentId: consent.id as string | null },
    ...{ callAt: moment(-74, '15:20'), callWay: 'phone', callWords: '家长了解情况，同意', callById, pledgeVersion: '1', pledgeSignedAt: moment(-76, '08:50') },
    ...{
      state,
      createdAt: moment(-76, '08:50'),
      approvedAt: moment(-72, '11:00'),
      beginAt: schoolInstant(fromOn, '00:00'),
      endAt: schoolInstant(addDays(lastNight, 1), '12:00'),
      lastNight,
    },
    ...{
      endedOn: state === 'ended' ? day(-3) : null,
      endReason: state === 'revoked' ? '燃气隐患没有整改' : null,
      reportedAt: state === 'active' ? moment(-random.int(2, 25), '20:10') : null,
    },
    reportDueAt: state === 'active' ? moment(random.int(3, 28), '20:10') : null,
  }
  return { stay, consent }
}
async function lookedAfter(db: Db, stays: ReadonlyArray<ReturnType<typeof draftOf>['stay']>, byId: string): Promise<void> {
  const reports = stays.map(s => ({ stayId: s.id, studentId: s.studentId, stillThere: true, allWell: true, changes: null, createdAt: s.reportedAt }))
  await db.insertMany(offCampusReport, reports as never, { history: false })
  const checks = stays
    .filter((_, n) => n % 2 === 0)
    .map((s, n) => {
      const rectifyBy = n % 8 === 0 ? day(n % 16 ? 5 : 9) : null
      const at = moment(-random.int(3, 40), '15:00')
      const risk = { findings: rectifyBy ? [random.pick(['gas', 'electricity', 'door'] as const)] : [], rectifyBy, riskDueAt: rectifyBy ? schoolInstant(rectifyBy, '23:59') : null }
      return {
        id: uuidv7(),
        stayId: s.id,
        studentId: s.studentId,
        at,
        way: random.pick(['visit', 'video', 'phone'] as const),
        reached: n % 9 !== 1,
        photos: [],
        result: '住处整洁，作息正常',
        byId,
        ...risk,
      }
    })
  await db.insertMany(offCampusCheck, checks as never, { history: false })
  await db.updateMany(
    offCampusStay,
    checks.map(c => ({ id: c.stayId, lastCheckAt: c.at, unreached: c.reached ? 0 : 1 })),
    { bookkeeping: true },
  )
  // a few that nobody has looked at are due; the others become so
  const left = stays.filter((_, n) => n % 2)
  await db.updateMany(
    offCampusStay,
    [...left.map((s, n) => ({ id: s.id, checkDueAt: moment(n % 6 ? 12 : -1, '08:00') })), ...checks.map(c => ({ id: c.stayId, checkDueAt: moment(c.reached ? 90 : 12, '08:00') }))],
    { bookkeeping: true },
  )
  await unchecked(db, Date.now())
}
