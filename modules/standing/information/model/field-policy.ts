import { bool, choice, entity, integer, text } from '#model'
import { FIELD_MODES } from '#modules/student/model/actions.ts'
import { CORRECTED_FIELDS, LOCKED_FIELDS, OWN_FIELDS } from '#modules/student/model/fields.ts'
import { student } from '#modules/student/model/student.ts'

const BY_APPROVAL = ['formerName', 'politicalCode', 'nationalityCode', 'nativeCanton', 'sourceCanton'] as const
/** Fields of a student's record that change other than by the student's standing. */
export const POLICY_FIELDS = [...CORRECTED_FIELDS, ...BY_APPROVAL, ...OWN_FIELDS] as const
export type PolicyField = (typeof POLICY_FIELDS)[number]
export type Mode = keyof typeof FIELD_MODES
export const FIELD_LABELS = Object.fromEntries(POLICY_FIELDS.map(name => [name, student.fields[name].label])) as Record<PolicyField, string>
export const isLocked = (field: string): boolean => (LOCKED_FIELDS as readonly string[]).includes(field)
export const isContact = (field: string): boolean => (OWN_FIELDS as readonly string[]).includes(field)
export const FLOWS = { college: '辅导员、学院', officer: '辅导员、学院、学工处' } as const
/** 03-01～04-30 */
export const WINDOW = /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])～(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** 信息变更规则: how one field of a student's record changes. */
export const fieldPolicy = entity(
  'standing.fieldPolicy',
  '信息变更规则',
  {
    field: choice('项目', FIELD_LABELS, { required: true, immutable: true }),
    mode: choice('变更方式', FIELD_MODES, { required: true }),
    proof: bool('须上传证明', { required: true, initial: false }),
    flow: choice('审批', FLOWS, { required: true, initial: 'college' }),
    window: text('申请时间', { max: 11, help: '每年的这段时间，如 03-01～04-30；不填为全年' }),
    sort: integer('排序', { min: 0, max: 999, initial: 100, sortable: true }),
  },
  {
    title: 'field',
    scope: { everyone: 'a setting of the school: how fields of a record change' },
    unique: [['field']],
    cached: true,
    sort: ['sort', 'field'],
    verbs: ['list', 'update'],
    refusals: {
      locked: '“{field}”只能凭证明更正，最后由学工处审批',
      notFree: '“{field}”不能由学生直接修改',
      window: '申请时间应写作 03-01～04-30，现在是“{window}”',
    },
  },
)
/** What a new school begins with. */
export const DEFAULT_POLICIES = POLICY_FIELDS.map((field, n) => {
  const mode: Mode = isLocked(field) ? 'locked' : isContact(field) ? 'free' : 'approve'
  return { field, mode, proof: mode === 'locked' || field === 'politicalCode', flow: mode === 'locked' ? ('officer' as const) : ('college' as const), sort: n + 1 }
})
