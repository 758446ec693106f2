import { printTemplate } from '#server/print/layout.ts'
import { student } from '../model/student.ts'

/** 学籍卡: the printed student record, with relatives and schools. */
export default printTemplate(student, {
  code: 'studentCard',
  name: '学籍卡',
  holder: 'name',
  paper: 'A4',
  layout: {
    title: '学生学籍卡',
    blocks: [
      {
        kind: 'grid',
        title: '基本信息',
        photo: {},
        labels: { nativeCantonName: '籍贯', sourceCantonName: '生源地' },
        fields: ['studentNo', 'name', 'genderCode', 'ethnicityCode', 'birthDate', 'politicalCode', 'idType', 'idNo', 'nativeCantonName', 'sourceCantonName'],
      },
      {
        kind: 'grid',
        title: '学籍信息',
        columns: 3,
        fields: ['departmentId', 'majorId', 'grade', 'classId', 'level', 'duration', 'studyForm', 'category', 'enrolMode', 'enrolDate', 'expectedGraduation', 'status'],
      },
      { kind: 'grid', title: '联系方式', fields: ['phone', 'email', 'emergencyName', 'emergencyPhone', 'homeAddress', 'hukouAddress'] },
      { kind: 'table', title: '家庭成员', of: 'familyMember', by: 'studentId', fields: ['relation', 'name', 'phone', 'employer', 'occupation'], blank: 1 },
      { kind: 'table', title: '学习经历', of: 'studyExperience', by: 'studentId', fields: ['from', 'to', 'school', 'witness'], blank: 1 },
      { kind: 'seal', text: '{school}（盖章）' },
    ],
  },
})
