import { entity, list, ref } from '#model'

export const GROUP_SIZE = { least: 5, most: 11 } as const
/** 班级测评小组: students of a class who score it; an odd number. */
export const cqaGroup = entity(
  'cqa.cqaGroup',
  '测评小组',
  {
    schemeId: ref('cqaScheme', '测评方案', { required: true, immutable: true }),
    classId: ref('stuClass', '班级', { required: true, immutable: true }),
    leaderId: ref('student', '组长', { required: true }),
    memberIds: list('成员', ref('student', '学生', { required: true }), { required: true, min: GROUP_SIZE.least, max: GROUP_SIZE.most, help: '单数，含组长' }),
  },
  {
    title: 'classId',
    scope: { class: 'classId', department: 'classId.departmentId' },
    unique: [['schemeId', 'classId']],
    sort: ['-createdAt'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      even: '小组有 {count} 人，须为单数',
      strangers: '成员须是“{className}”在这个方案里的学生，且不能重复',
      leader: '组长须是小组成员',
      locked: '“{scheme}”{stage}，小组不能再改',
    },
  },
)
