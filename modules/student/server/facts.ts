import sql from 'sql-template-tag'
import { educationLevel, genderCode, politicalCode } from '#model/national.ts'
import { studentFacts } from '#server/extensions/student-facts.ts'
import { studentCategory } from '../model/dictionaries.ts'
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
    category: { label: '学生类别', type: 'choice', dictionary: studentCategory.code },
    gender: { label: '性别', type: 'choice', dictionary: genderCode.code },
    age: { label: '年龄', type: 'number', unit: '岁' },
    political: { label: '政治面貌', type: 'choice', dictionary: politicalCode.code },
    counsellor: { label: '辅导员', type: 'text' },
  },
  values: (
    db,
    students,
    on,
  ) => sql`select s.id, s.status, coalesce(c.grade, s.grade) as grade, d.code as department, c.class_no as class, s.level, s.category, s.gender_code as gender,
      date_part('year', age(${on}::date, s.birth_date))::int as age, s.political_code as political, t.name as counsellor
    from student s left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
      left join student_staff_now h on h.tenant_id = s.tenant_id and h.student_id = s.id and h.role = 'fdy' and h.is_primary left join teacher t on t.tenant_id = h.tenant_id and t.id = h.teacher_id
    where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.id in (${students})`,
})
