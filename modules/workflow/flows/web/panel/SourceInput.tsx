import { InputNumber, Select } from 'antd'
import type { ApproverSource } from '#flow/index.ts'
import { ManyRefs } from '#modules/system/web/CustomScopeInput.tsx'
import { t } from '#web/i18n/index.ts'
import type { FormField } from '../design/types.ts'
import { useRoleNames } from '../picture/useNames.ts'
import { Labelled } from './Labelled.tsx'
import { choiceKey, sourceChoices } from './sources.ts'

interface SourceInputProps {
  label: string
  value: ApproverSource
  form: readonly FormField[]
  positions: Readonly<Record<string, string>>
  disabled: boolean
  onChange: (source: ApproverSource) => void
}
/** Approver source: kind and parameters. */
export function SourceInput(props: SourceInputProps) {
  const { label, value, form, disabled, onChange } = props
  const groups = sourceChoices(form.find(isPerson)?.name)
  const choices = groups.flatMap(group => group.choices)
  return (
    <>
      <Labelled label={label}>
        {id => (
          <Select
            id={id}
            className="ql-wide"
            disabled={disabled}
            value={choiceKey(value)}
            showSearch={{ optionFilterProp: 'label' }}
            options={groups.map(({ title, choices: of }) => ({ label: title, title, options: of.map(choice => ({ value: choice.key, label: choice.label })) }))}
            onChange={key => {
              const choice = choices.find(one => one.key === key)
              if (choice) onChange(choice.make())
            }}
          />
        )}
      </Labelled>
      <Further {...props} />
    </>
  )
}
/** Fields of the form that hold one person. */
const isPerson = (field: FormField): boolean => field.kind === 'ref'

function Further({ value, form, positions, disabled, onChange }: SourceInputProps) {
  const roles = useRoleNames()
  const named = (of: Readonly<Record<string, string>> | ReadonlyMap<string, string>) =>
    [...(of instanceof Map ? of : Object.entries(of))].map(([key, text]) => ({ value: key, label: text }))
  const pick = (label: string, now: string, options: Array<{ value: string; label: string }>, put: (next: string) => void) => (
    <Labelled label={label}>
      {id => (
        <Select
          id={id}
          className="ql-wide"
          disabled={disabled}
          value={now || null}
          placeholder={t('请选择')}
          status={now ? '' : 'warning'}
          showSearch={{ optionFilterProp: 'label' }}
          options={options}
          onChange={next => put(next ?? '')}
        />
      )}
    </Labelled>
  )
  switch (value.by) {
    case 'people':
      return <People value={value.userIds} disabled={disabled} label={t('人员')} onChange={userIds => onChange({ by: 'people', userIds })} />
    case 'position':
      return pick(t('岗位'), value.position, named(positions), position => onChange({ by: 'position', position }))
    case 'role':
      return pick(t('角色'), value.role, named(roles), role => onChange({ by: 'role', role, ...(value.inDepartment ? { inDepartment: true } : {}) }))
    case 'field':
      return pick(
        t('字段'),
        value.field,
        form.filter(isPerson).map(field => ({ value: field.name, label: field.label })),
        field => onChange({ by: 'field', field }),
      )
    case 'head':
      return (
        <Labelled label={t('往上几级')} help={t('0 为申请人自己的部门')}>
          {id => <InputNumber id={id} min={0} max={9} precision={0} disabled={disabled} value={value.levelsUp} onChange={n => onChange({ by: 'head', levelsUp: n ?? 0 })} />}
        </Labelled>
      )
    case 'chosen':
      return <Choosable value={value} roles={named(roles)} disabled={disabled} onChange={onChange} />
    default:
      return null
  }
}
const People = ({ label, value, disabled, onChange }: { label: string; value: readonly string[]; disabled: boolean; onChange: (ids: string[]) => void }) => (
  <div className="flow-setting flow-people">
    <ManyRefs to="user" label={label} value={value} disabled={disabled} onChange={onChange} />
  </div>
)
type Chosen = Extract<ApproverSource, { by: 'chosen' }>
function Choosable({ value, roles, disabled, onChange }: { value: Chosen; roles: Array<{ value: string; label: string }>; disabled: boolean; onChange: (source: Chosen) => void }) {
  const put = (part: { userIds?: readonly string[]; roles?: readonly string[] }) => {
    const { userIds, roles: codes, ...rest } = { ...value, ...part }
    onChange({ ...rest, ...(userIds?.length ? { userIds } : {}), ...(codes?.length ? { roles: codes } : {}) })
  }
  return (
    <>
      <Labelled label={t('可选的角色')} help={t('角色和人员都不填时，可在全部教职工中选')}>
        {id => (
          <Select
            id={id}
            className="ql-wide"
            mode="multiple"
            disabled={disabled}
            value={[...(value.roles ?? [])]}
            options={roles}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={codes => put({ roles: codes })}
          />
        )}
      </Labelled>
      <People label={t('可选的人员')} value={value.userIds ?? []} disabled={disabled} onChange={userIds => put({ userIds })} />
    </>
  )
}
