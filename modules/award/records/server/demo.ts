import sql from 'sql-template-tag'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { serialNosOn } from '#server/data/serial-no.ts'
import { day } from '#server/demo/days.ts'
import { sized } from '#server/demo/options.ts'
import { randomOf } from '#server/demo/random.ts'
import { awardItem } from '../../items/model/award-item.ts'
import { awardRecord } from '../model/award-record.ts'

const YEARS_BACK = [1, 2, 3] as const
const AMOUNTS: Readonly<Record<string, number>> = { GJ: 8000_00, LZ: 5000_00 }
/** Three finished years; the demo's student and the counsellor's have some, and one award was revoked. */
export async function demoHistory(db: Db, students: number): Promise<void> {
  const random = randomOf(307)
  const items = (await db.unscoped(awardItem).all({ subject: 'student' })).filter(i => i.code !== 'YB' && i.code !== 'SJ') // demo setup: no data scope
  const names = new Map((await db.query<{ id: string; name: string }>(sql`select id, name from student where tenant_id = ${db.me.tenantId}`)).map(s => [s.id, s.name]))
  const pupils = (await demoPupils(db)).toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || Number(b.isNear) - Number(a.isNear))
  const grades = new Map((await db.query<{ id: string; grade: number | null }>(sql`select id, grade from student where tenant_id = ${db.me.tenantId}`)).map(s => [s.id, s.grade]))
  const drafts = []
  for (const back of YEARS_BACK) {
    const on = day(-365 * back)
    const xn = await schoolYearOn(db, on)
    const there = pupils.filter(p => (grades.get(p.id) ?? 0) <= Number(xn.slice(0, 4)))
    const count = Math.min(there.length, sized(students, 1730, 24))
    const step = Math.max(1, Math.floor(there.length / count))
    for (const [n, p] of there
      .filter((one, at) => one.isOwn || one.isNear || at % step === 0)
      .slice(0, count)
      .entries()) {
      const item = items[n % items.length]
      if (!item) continue
      const level = item.levels[n % item.levels.length]
      const amount = level?.figure ? (AMOUNTS[item.code] ?? null) : (level?.amount ?? null)
      drafts.push({
        ...{ itemId: item.id, studentId: p.id, recipient: names.get(p.id) ?? '', departmentId: p.departmentId, classId: p.classId, level: level?.name ?? null, xn, amount },
        ...{ docNo: `校学〔${on.slice(0, 4)}〕${random.int(3, 40)}号`, grantedOn: on, state: 'valid' as const, source: 'import' as const },
      })
    }
  }
  const own = pupils.find(p => p.isOwn)
  const volunteer = items.find(i => i.code === 'ZY')
  if (own && volunteer)
    drafts.unshift({
      ...{
        itemId: volunteer.id,
        studentId: own.id,
        recipient: names.get(own.id) ?? '',
        departmentId: own.departmentId,
        classId: own.classId,
        level: null,
        xn: await schoolYearOn(db, day(0)),
      },
      ...{ amount: null, docNo: `校志〔${day(0).slice(0, 4)}〕12号`, grantedOn: day(-8), state: 'valid' as const, source: 'import' as const },
    })
  const numbers = await serialNosOn(
    db,
    'RY',
    'award_cert_no_seq',
    drafts.map(d => d.grantedOn),
  )
  const last = drafts.length - 1
  await db.insertMany(
    awardRecord,
    drafts.map((d, n) => ({ ...d, certNo: numbers[n] ?? null, ...(n === last ? { state: 'revoked' as const, revokedOn: day(-200), revokeReason: '申报材料不实' } : {}) })),
    { history: false },
  )
}
