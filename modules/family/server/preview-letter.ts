import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { homeLetter } from '../model/home-letter.ts'
import { previewLetter } from '../model/letter-actions.ts'
import { letterText } from '../model/letter-fields.ts'
import { addresseesOf } from './letter-audience.ts'
import { type Addressee, carriedOf, mustCarryAllowed, mustReadAllowed, toldOf } from './letter-content.ts'

const SAMPLES = 3
interface Sample extends Addressee {
  student: string
  guardian: string | null
  place: string | null
}
interface Counts {
  students: number
  noPhone: number
  toCheck: number
}
/** 致家长信（预览）: whom it reaches, and how three families would read it. Stores nothing, sends nothing. */
export default handle(previewLetter, async (ctx, { id }) => {
  const { db } = ctx
  const letter = await db.visible(homeLetter).one(id)
  await mustCarryAllowed(db, letter)
  mustReadAllowed(ctx, letter)
  const to = await addresseesOf(db, letter)
  const [counts = { students: 0, noPhone: 0, toCheck: 0 }] =
    await db.query<Counts>(sql`select count(*)::int as students, count(*) filter (where x.state = 'noPhone')::int as "noPhone",
      count(*) filter (where x.state = 'toCheck')::int as "toCheck" from ${to} x`)
  const samples = await db.query<Sample>(sql`select x.student_id as "studentId", x.guardian_id as "guardianId", s.name as student, m.name as guardian, c.name as place
    from ${to} x join student s on s.tenant_id = ${db.me.tenantId} and s.id = x.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
      left join family_member m on m.tenant_id = s.tenant_id and m.id = x.guardian_id
    order by (x.state = 'waiting') desc, md5(x.student_id::text) limit ${SAMPLES}`)
  const carried = await carriedOf(db, letter, samples)
  return {
    ...counts,
    reachable: counts.students - counts.noPhone - counts.toCheck,
    told: toldOf(letter),
    samples: samples.map(({ studentId, student, guardian, place }) => ({ id: studentId, student, guardian, place, text: letterText(letter.content, carried(studentId)) })),
  }
})
