import { dict, entity, ref, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { specialGroup } from './dictionaries.ts'

const S2 = { sensitivity: 'S2' } as const
/** 特殊群体名单: who is on a list of the authorities, by identity number. */
export const specialList = entity(
  'hardship.specialList',
  '特殊群体名单',
  {
    name: text('姓名', { required: true, max: 60, search: true }),
    idNo: text('证件号', { required: true, immutable: true, max: 20, mask: 'idNo', encrypted: true, ...S2 }),
    group: dict('特殊群体', specialGroup, { required: true, immutable: true, ...S2 }),
    source: text('名单来源', { required: true, max: 60, help: '如民政、残联、乡村振兴部门' }),
    month: text('名单月份', { required: true, min: 7, max: 7, sortable: true, help: '如 2026-09' }),
    /** The student of this number, if the school has one. */
    studentId: ref('student', '匹配的学生', { readonly: true }),
  },
  {
    title: 'name',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['idNo', 'group']],
    importKey: ['idNo', 'group'],
    sort: ['-month', '-createdAt'],
    verbs: ['list', 'add', 'update', 'remove', 'import'],
    refusals: {
      otherName: '证件号属于{student}，名单上的姓名是{name}',
      month: '月份“{month}”不是“2026-09”的样子',
    },
  },
)
