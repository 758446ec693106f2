import sql, { raw } from 'sql-template-tag'
import { date, integer, ref, text } from '#model'
import type { ProfileColumn } from '#modules/exchange/model/columns.ts'
import { dataset } from '#modules/exchange/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { registrationRecord } from '../model/record.ts'

/** How a student stands in the registration of a year, in our words: a profile says what the national platform calls each. */
const STANDING = `case when r.state in ('registered', 'deferred') then r.state when s.status in ('suspended', 'retained') then s.status when r.state = 'exempt' then 'exempt' else 'unregistered' end`
const WORDS = { registered: '注册学籍', deferred: '暂缓注册', suspended: '休学', retained: '保留学籍', exempt: '免注册', unregistered: '未注册' }
const column = (title: string, field: string, more: Partial<ProfileColumn> = {}): ProfileColumn => ({ title, source: 'field', field, ...more })
/** As the national platform named its columns when this was written; the school changes them in the profile. */
const COLUMNS: readonly ProfileColumn[] = [
  column('考生号', 'ksh'),
  column('学号', 'studentNo', { required: true, isKey: true }),
  column('姓名', 'name', { required: true }),
  column('证件号码', 'idNo', { required: true }),
  column('性别', 'genderCode', { codes: { 1: '男', 2: '女' } }),
  column('院系', 'college'),
  column('专业代码', 'majorCode'),
  column('专业名称', 'majorName', { required: true }),
  column('层次', 'level', { codes: { 1: '博士研究生', 2: '硕士研究生', 3: '第二学士学位', 4: '本科', 5: '专科（高职）', 6: '中职', 9: '其他' } }),
  column('学制', 'duration'),
  column('年级', 'grade'),
  column('班级', 'className'),
  column('学年', 'xn', { required: true }),
  column('注册状态', 'standing', { required: true, codes: WORDS }),
  column('注册日期', 'on', { format: 'datePlain' }),
  column('未注册原因', 'why'),
]
interface Registered {
  id: string
  name: string
  college: string | null
  studentNo: string | null
  ksh: string | null
  idType: string
  idNo: string
  genderCode: string
  majorCode: string | null
  majorName: string | null
  level: string | null
  duration: number | null
  grade: number | null
  className: string | null
  xn: string
  standing: string
  on: string | null
  why: string | null
}
const { name, idType, idNo, genderCode, level, duration, ksh, studentNo } = student.fields
const word = (label: string, max = 60) => text(label, { max })

/** 30-SG7: everybody in a batch with the result, for the national yearly registration (教学〔2014〕11号). Columns and words of the receiver stand in its profile. */
export default dataset({
  code: 'yearRegistration',
  label: '学年电子注册',
  // numbers of identity go along, which `reveal` of the records allows
  of: student,
  delivered: { target: 'chsi', columns: COLUMNS },
  fields: {
    ...{
      ksh,
      studentNo,
      name,
      idType,
      idNo,
      genderCode,
      college: word('学院'),
      majorCode: word('国标专业代码', 8),
      majorName: word('专业'),
      level,
      duration,
      grade: integer('年级'),
    },
    ...{ className: word('班级'), xn: word('学年', 9), standing: word('注册结果', 20), on: date('注册日期'), why: word('原因', 300) },
  },
  filter: { batchId: ref('registrationBatch', '注册批次', { required: true }) },
  async rows({ db }, { batchId }) {
    // the rows of the reader's students; the identity number is decrypted by the gate
    const rows = await db.query<
      Omit<Registered, 'idNo'>
    >(sql`select s.id, s.name, d.name as college, s.student_no as "studentNo", s.ksh, s.id_type as "idType", s.gender_code as "genderCode",
        m.national_code as "majorCode", m.name as "majorName", s.level, s.duration::float8 as duration, s.grade, k.name as "className", b.xn, ${raw(STANDING)} as standing,
        (r.at at time zone 'Asia/Shanghai')::date::text as on, coalesce(r.defer_reason, r.blocked_by) as why
      from ${db.visibleFor(registrationRecord, 'standing:registrationRecord:list').rows()} r
        join registration_batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
        join student s on s.tenant_id = r.tenant_id and s.id = r.student_id and s.deleted_at is null
        left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id left join major m on m.tenant_id = s.tenant_id and m.id = s.major_id
        left join stu_class k on k.tenant_id = s.tenant_id and k.id = s.class_id
      where r.batch_id = ${batchId as string}::uuid order by d.code nulls last, s.student_no nulls last, s.id`)
    const secrets = await db.unscoped(student).all({ id: rows.map(r => r.id) }) // of the records just read in the reader's scope
    const numbers = new Map(secrets.map(row => [row.id, row.idNo]))
    return rows.map(({ id, ...row }) => ({
      ...{ id, name: row.name, college: row.college, link: `/student/students?q=${row.studentNo ?? ''}` },
      values: { ...row, idNo: numbers.get(id) ?? null },
    }))
  },
})
