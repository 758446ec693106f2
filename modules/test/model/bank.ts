import { bool, dict, entity, integer, list, ref, text } from '#model'
import { testCategory } from './dictionaries.ts'

const need = { required: true } as const
/** A collection of questions, with those who keep it. */
export const questionBank = entity(
  'test.questionBank',
  '题库',
  {
    code: text('编号', { ...need, max: 20, format: 'code', search: true, sortable: true }),
    name: text('名称', { ...need, max: 60, search: true }),
    category: dict('类别', testCategory, need),
    departmentId: ref('department', '负责部门', { help: '不填为你所在的部门' }),
    editorIds: list('编辑', ref('user', '编辑', need), { max: 20, help: '填了以后，只有他们和建库人能改题、审题' }),
    ownerId: ref('user', '建库人', { readonly: true }),
    isEnabled: bool('启用', { ...need, initial: true, help: '停用的题库不再出题' }),
    questionCount: integer('题数', { computed: true }),
    reviewedCount: integer('已审', { computed: true }),
  },
  {
    title: 'name',
    scope: { department: 'departmentId', user: 'ownerId' },
    select: 'scoped',
    sort: ['code'],
    unique: [['code']],
    importKey: ['code'],
    refusals: { notEditor: '“{name}”只有建库人和它的编辑能改题、审题' },
  },
)
