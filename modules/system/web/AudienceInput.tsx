import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import type { OutputOf } from '#model'
import { educationLevel } from '#model/national.ts'
import { BUILT_IN_ROLES } from '#model/roles.ts'
import type { DrawnInput } from '#web/forms/layout.ts'
import { failureText, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useRefItems, useSettled } from '#web/inputs/RefSelect.tsx'
import { Columns } from '#web/layout/Layout.tsx'
import { useCan } from '#web/session/useCan.ts'
import { actionAddress } from '#web/values/address.ts'
import { formatNumber } from '#web/values/format.ts'
import { useDict } from '#web/values/useDict.ts'
import { type Audience, type AudienceGroups, previewAudience } from '../model/audience.ts'
import style from './audience.module.css'
import { ManyRefs } from './CustomScopeInput.tsx'

/** Audience as a form input, for a publishing permission. */
export const audienceInput =
  (permission: string) =>
  ({ id, value, onChange, disabled, describedBy }: DrawnInput) => (
    <AudienceInput id={id} value={(value as Audience | null) ?? null} onChange={onChange} disabled={disabled} describedBy={describedBy} permission={permission} />
  )
interface AudienceInputProps {
  id?: string
  value: Audience | null
  onChange: (next: Audience) => void
  /** Publishing permission; its data scope limits the audience. */
  permission: string
  disabled?: boolean
  describedBy?: string | undefined
}
/** Audience picker: everybody in scope or groups of people; with the resulting number and sample names. */
function AudienceInput({ id, value, onChange, permission, disabled = false, describedBy }: AudienceInputProps) {
  const audience = value ?? { all: true }
  const isAll = audience.all === true
  const put = (groups: AudienceGroups) => onChange(cleaned({ ...audience, ...groups }))
  return (
    <div className={style.audience} id={id} aria-describedby={describedBy}>
      <Segmented
        value={isAll ? 'all' : 'some'}
        disabled={disabled}
        options={[
          { value: 'all', label: t('我能管到的所有人') },
          { value: 'some', label: t('按条件选择') },
        ]}
        onChange={kind =>
          onChange(
            kind === 'all'
              ? cleaned({ ...(audience.exclude ? { exclude: audience.exclude } : {}), all: true })
              : cleaned({ ...(audience.exclude ? { exclude: audience.exclude } : {}) }),
          )
        }
      />
      {isAll ? null : (
        <>
          <p className={style.hint}>{t('不同条件要同时满足，同一条件里选几个都算；另外指定的人总会收到。')}</p>
          <Groups value={audience} disabled={disabled} onChange={put} />
        </>
      )}
      <ManyRefs
        to="stuClass"
        label={t('除外的班级')}
        disabled={disabled}
        value={audience.exclude?.classIds ?? []}
        onChange={classIds => onChange(cleaned({ ...audience, exclude: { ...audience.exclude, classIds } }))}
      />
      <Reached audience={audience} permission={permission} />
    </div>
  )
}
function Groups({ value, disabled, onChange }: { value: Audience; disabled: boolean; onChange: (groups: AudienceGroups) => void }) {
  const levels = useDict(educationLevel)
  const roles = useRefItems('role', {}, useCan('system:role:list'))
  const named = roles.data ? roles.data.map(r => ({ value: String(r.code), label: t(r.label) })) : BUILT_IN_ROLES.map(r => ({ value: r.code, label: t(r.name) }))
  const year = new Date().getFullYear()
  const many = <V extends string | number>(label: string, chosen: readonly V[] | undefined, options: ReadonlyArray<{ value: V; label: string }>, put: (next: V[]) => void) => (
    <div className={style.many}>
      <span>{label}</span>
      <Select
        mode="multiple"
        aria-label={label}
        disabled={disabled}
        value={[...(chosen ?? [])]}
        options={[...options]}
        showSearch={{ optionFilterProp: 'label' }}
        maxTagCount="responsive"
        placeholder={t('不限')}
        onChange={put}
      />
    </div>
  )
  return (
    <Columns gap={2} min={240} isFixed isEven>
      {many(
        t('年级'),
        value.grades,
        Array.from({ length: 8 }, (_, n) => ({ value: year + 1 - n, label: t('{{n}} 级', { n: String(year + 1 - n) }) })),
        grades => onChange({ grades }),
      )}
      <ManyRefs to="department" label={t('部门')} disabled={disabled} value={value.departmentIds ?? []} onChange={departmentIds => onChange({ departmentIds })} />
      <ManyRefs to="major" label={t('专业')} disabled={disabled} value={value.majorIds ?? []} onChange={majorIds => onChange({ majorIds })} />
      <ManyRefs to="stuClass" label={t('班级')} disabled={disabled} value={value.classIds ?? []} onChange={classIds => onChange({ classIds })} />
      {many(
        t('培养层次'),
        value.levels,
        levels.filter(l => l.isEnabled).map(l => ({ value: l.key, label: l.label })),
        keys => onChange({ levels: keys }),
      )}
      {many(t('角色'), value.roles, named, codes => onChange({ roles: codes }))}
      <ManyRefs to="user" label={t('另外指定的人')} disabled={disabled} value={value.userIds ?? []} onChange={userIds => onChange({ userIds })} />
    </Columns>
  )
}
/** Removes empty groups. */
function cleaned(of: Audience): Audience {
  const groups = Object.fromEntries(Object.entries(of).filter(([, v]) => !Array.isArray(v) || v.length)) as Audience
  const exclude = of.exclude ? Object.fromEntries(Object.entries(of.exclude).filter(([, v]) => !Array.isArray(v) || v.length)) : {}
  const { exclude: _gone, ...rest } = groups
  return Object.keys(exclude).length ? { ...rest, exclude } : rest
}
const isChosen = (of: Audience): boolean => of.all === true || Object.keys(of).some(k => k !== 'exclude')
/** Number of recipients and sample names, before anything is sent. */
function Reached({ audience, permission }: { audience: Audience; permission: string }) {
  const settled = useSettled(audience, 400)
  const { data, error, isFetching } = useQuery({
    queryKey: ['audience', permission, settled],
    queryFn: ({ signal }) => post<OutputOf<typeof previewAudience>>(actionAddress(previewAudience), { audience: settled, permission }, { signal, quiet: true }),
    enabled: isChosen(settled),
    meta: { inPlace: true },
    retry: false,
    gcTime: 0,
  })
  if (!isChosen(settled)) return <p className={style.reached}>{t('还没有选人')}</p>
  if (error) return <p className={`${style.reached} ${style.isWrong}`}>{failureText(error)}</p>
  return (
    <p className={style.reached} role="status" aria-busy={isFetching}>
      {data ? (
        <>
          <b>{t('共 {{n}} 人', { n: formatNumber(data.count) })}</b>
          {data.count ? <span>{t('学生 {{students}}，教职工和其他 {{staff}}', { students: formatNumber(data.students), staff: formatNumber(data.staff) })}</span> : null}
          {data.sample.length ? (
            <span>
              {t('例如 {{names}}', {
                names: (data.sample as ReadonlyArray<{ name: string; place: string | null }>).map(s => (s.place ? `${s.name}（${s.place}）` : s.name)).join(t('、')),
              })}
            </span>
          ) : null}
        </>
      ) : (
        t('正在计算人数')
      )}
    </p>
  )
}
