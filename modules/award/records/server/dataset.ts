import sql from 'sql-template-tag'
import { date, dict, money, ref, text } from '#model'
import { educationLevel, ethnicityCode, genderCode, politicalCode } from '#model/national.ts'
import { dataset } from '#modules/exchange/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { itemsOf } from '../../items/server/api.ts'
import { awardRecord } from '../model/award-record.ts'

/** What is reported to province and state: one line for each award of a school year. */
export default dataset({
  code: 'awardResult',
  label: '获奖结果',
  of: awardRecord,
  protectedBy: student,
  fields: {
    studentNo: text('学号', { max: 20 }),
    name: student.fields.name,
    genderCode: dict('性别', genderCode),
    ethnicityCode: dict('民族', ethnicityCode),
    politicalCode: dict('政治面貌', politicalCode),
    idNo: student.fields.idNo,
    college: text('学院', { max: 60 }),
    majorName: text('专业', { max: 60 }),
    className: text('班级', { max: 60 }),
    educationLevel: dict('培养层次', educationLevel),
    enrolDate: date('入学日期'),
    item: text('奖项', { required: true, max: 60 }),
    level: text('等级', { max: 20 }),
    xn: text('学年', { required: true, max: 9 }),
    amount: money('金额'),
    docNo: text('文号', { max: 60 }),
    grantedOn: date('授予日期'),
    certNo: text('证书编号', { max: 40 }),
  },
  filter: { xn: text('学年', { required: true, max: 9 }), itemId: ref('awardItem', '奖项') },
  delivered: { target: 'nationalAid' },
  async rows({ db }, { xn, itemId }) {
    const awards = await db
      .visibleFor(awardRecord, 'award:awardRecord:export')
      .all({ xn: String(xn), state: 'valid', 'amount.ge': 0, ...(itemId ? { itemId: String(itemId) } : {}) }, { sort: ['-grantedOn'] })
    const ids = awards.map(a => a.studentId)
    // identity numbers are encrypted: the people are read by the gate, those of awards in scope
    const people = new Map((await db.unscoped(student).all({ id: ids })).map(s => [s.id, s]))
    const items = new Map(
      (
        await itemsOf(
          db,
          awards.map(a => a.itemId),
        )
      ).map(i => [i.id, i.name]),
    )
    const places = await db.query<{
      id: string
      college: string | null
      major: string | null
      class: string | null
    }>(sql`select s.id, d.name as college, m.name as major, c.name as class
      from student s left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id left join major m on m.tenant_id = s.tenant_id and m.id = s.major_id
        left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id where s.tenant_id = ${db.me.tenantId} and s.id = any(${ids}::uuid[])`)
    const placeOf = new Map(places.map(p => [p.id, p]))
    return awards.flatMap(a => {
      const who = people.get(a.studentId)
      const place = placeOf.get(a.studentId)
      if (!who) return []
      const values = {
        ...{ studentNo: who.studentNo, name: who.name, genderCode: who.genderCode, ethnicityCode: who.ethnicityCode, politicalCode: who.politicalCode, idNo: who.idNo },
        ...{ college: place?.college ?? null, majorName: place?.major ?? null, className: place?.class ?? null, educationLevel: who.level, enrolDate: who.enrolDate },
        ...{ item: items.get(a.itemId) ?? '', level: a.level, xn: a.xn, amount: a.amount, docNo: a.docNo, grantedOn: a.grantedOn, certNo: a.certNo },
      }
      return [{ id: a.id, name: who.name, college: place?.college ?? null, link: `/award/records?studentId=${a.studentId}`, values }]
    })
  },
})
