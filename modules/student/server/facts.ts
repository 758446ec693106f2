import sql from 'sql-template-tag'
import { educationLevel, genderCode, politicalCode } from '#model/national.ts'
import { studentFacts } from '#server/extensions/student-facts.ts'
import { enrolMode, studentCategory } from '../model/dictionaries.ts'
import { STUDENT_STATUS } from '../model/status.ts'

export default studentFacts({
  code: 'student',
  label: '学籍',
  permission: 'student:student:list',
  facts: {
    status: { label: '学籍状态', type: 'choice', choices: STUDENT_STATUS },
    grade: { label: '年级', type: 'number' },
    department: { label: '学院', type: 'text', entity: 'department' },
    class: { label: '班级', type: 'text', entity: 'stuClass' },
    level: { label: '培养层次', type: 'choice', dictionary: educationLevel.code },
    enrolMode: { label: '入学方式', type: 'choice', dictionary: enrolMode.code },
    category: { label: '学生类别', type: 'choice', dictionary: studentCategory.code },
    gender: { label: '性别', type: 'choice', dictionary: genderCode.code },
    age: { label: '年龄', type: 'number', unit: '岁' },
    political: { label: '政治面貌', type: 'choice', dictionary: politicalCode.code },
    counsellor: { label: '辅导员', type: 'text' },
    hasPhone: { label: '已登记手机号', type: 'bool', otherwise: false },
    phoneVerified: { label: '手机号已验证', type: 'bool', otherwise: false },
  },
  remedies: [
    { label: '完善我的档案', link: '/student/mine' },
    { label: '验证手机号', link: '/personalcenter' },
  ],
  values: (
    db,
    students,
    on,
  ) => sql`select s.id, s.status, coalesce(c.grade, s.grade) as grade, d.code as department, c.class_no as class, s.level, s.enrol_mode as "enrolMode", s.category, s.gender_code as gender,
      date_part('year', age(${on}::date, s.birth_date))::int as age, s.political_code as political, t.name as counsellor, s.phone is not null as "hasPhone",
      exists (select from sys_user u where u.tenant_id = s.tenant_id and u.student_id = s.id and u.realm = 'admin' and u.mobile = s.phone and u.mobile_verified) as "phoneVerified"
    from student s left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
      left join student_staff_now h on h.tenant_id = s.tenant_id and h.student_id = s.id and h.role = 'fdy' and h.is_primary left join teacher t on t.tenant_id = h.tenant_id and t.id = h.teacher_id
    where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.id in (${students})`,
})
