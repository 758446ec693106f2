import sql from 'sql-template-tag'
import { choice, date, dict, ref, text } from '#model'
import { educationLevel, genderCode } from '#model/national.ts'
import { dataset } from '#modules/exchange/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { RESULTS } from '../../audit/model/audit.ts'
import { graduationCertificate } from '../model/certificate.ts'

interface Line {
  id: string
  college: string | null
  majorCode: string | null
  majorName: string | null
  degreeNo: string | null
  result: keyof typeof RESULTS | null
}
/** 学历注册 and 毕业生名册: one line for each certificate of study that holds; an export profile names the columns of the national file. */
export default dataset({
  code: 'graduationRegister',
  label: '毕业生学历注册',
  of: student,
  fields: {
    name: student.fields.name,
    studentNo: text('学号', { max: 20 }),
    ksh: text('考生号', { max: 20 }),
    idNo: student.fields.idNo,
    genderCode: dict('性别', genderCode),
    birthDate: date('出生日期'),
    college: text('学院', { max: 60 }),
    majorCode: text('专业代码', { max: 20 }),
    majorName: text('专业', { max: 60 }),
    level: dict('培养层次', educationLevel),
    enrolDate: date('入学日期'),
    date: date('毕业日期'),
    result: choice('毕结业结论', RESULTS),
    number: text('证书编号', { required: true, max: 40 }),
    degreeNo: text('学位证书编号', { max: 40 }),
  },
  filter: { batchId: ref('graduationBatch', '批次', { required: true }) },
  async rows({ db }, { batchId }) {
    const certificates = await db.visibleFor(graduationCertificate, 'graduation:graduationCertificate:export').all(
      { batchId: batchId as string, state: 'valid', kind: ['graduation', 'completion'] },
      {
        sort: ['number'],
      },
    )
    // identity numbers are encrypted: the people are read by the gate, those of certificates in scope
    const people = new Map((await db.unscoped(student).all({ id: certificates.map(c => c.studentId) })).map(s => [s.id, s]))
    const more = await db.query<Line>(sql`select c.id, d.name as college, m.code as "majorCode", m.name as "majorName",
        a.result, (select g.number from graduation_certificate g where g.tenant_id = c.tenant_id and g.audit_id = c.audit_id and g.kind = 'degree' and g.state = 'valid') as "degreeNo"
      from graduation_certificate c join graduation_audit a on a.tenant_id = c.tenant_id and a.id = c.audit_id left join department d on d.tenant_id = c.tenant_id and d.id = c.department_id
        left join major m on m.tenant_id = c.tenant_id and m.id = c.major_id where c.tenant_id = ${db.me.tenantId} and c.id = any(${certificates.map(c => c.id)}::uuid[])`)
    const of = new Map(more.map(m => [m.id, m]))
    return certificates.flatMap(({ id, studentId, level, number, date: on }) => {
      const [who, line] = [people.get(studentId), of.get(id)]
      if (!who || !line) return []
      const { name, studentNo, ksh, idNo, genderCode: gender, birthDate, enrolDate } = who
      const { college, majorCode, majorName, result, degreeNo } = line
      const values = {
        name,
        studentNo,
        ksh,
        idNo,
        genderCode: gender,
        birthDate,
        college,
        majorCode,
        majorName,
        level,
        enrolDate,
        date: on,
        result: result && RESULTS[result],
        number,
        degreeNo,
      }
      return [{ id, name, college, link: `/graduation/certificates?studentId=${studentId}`, values }]
    })
  },
})
