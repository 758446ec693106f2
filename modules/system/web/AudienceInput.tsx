import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#model'
import type { DrawnInput } from '#web/forms/layout.ts'
import { failureText, post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { useSettled } from '#web/inputs/RefSelect.tsx'
import { actionAddress } from '#web/values/address.ts'
import { formatNumber } from '#web/values/format.ts'
import { type Audience, type AudienceGroups, previewAudience } from '../model/audience.ts'
import { type GroupChange, Groups } from './AudienceGroups.tsx'
import style from './audience.module.css'

/** Audience as a form input, for a publishing permission. A live one, which is evaluated anew for each reader, takes no saved query. */
export const audienceInput =
  (permission: string, { isLive = false } = {}) =>
  ({ id, value, onChange, disabled, describedBy }: DrawnInput) => (
    <AudienceInput id={id} value={(value as Audience | null) ?? null} onChange={onChange} disabled={disabled} describedBy={describedBy} permission={permission} isLive={isLive} />
  )
interface AudienceInputProps {
  id?: string
  value: Audience | null
  onChange: (next: Audience) => void
  /** Publishing permission; its data scope limits the audience. */
  permission: string
  isLive: boolean
  disabled?: boolean
  describedBy?: string | undefined
}
/** Audience picker: everybody in scope or groups of people; with the resulting number and sample names. */
function AudienceInput({ id, value, onChange, permission, isLive, disabled = false, describedBy }: AudienceInputProps) {
  const audience = value ?? { all: true }
  const isAll = audience.all === true
  const put = (groups: GroupChange) => onChange(cleaned({ ...audience, ...groups }))
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
          <Groups value={audience} disabled={disabled} takesQueries={!isLive} onChange={put} />
        </>
      )}
      <Excluded value={audience.exclude} disabled={disabled} takesQueries={!isLive} onChange={exclude => onChange(cleaned({ ...audience, exclude }))} />
      <Reached audience={audience} permission={permission} />
    </div>
  )
}
interface ExcludedProps {
  value: AudienceGroups | undefined
  disabled: boolean
  takesQueries: boolean
  onChange: (groups: GroupChange) => void
}
/** People left out; whoever matches any of it does not belong to the audience. Unfolded where there are some. */
function Excluded({ value, onChange, ...rest }: ExcludedProps) {
  const [isOpen, setOpen] = useState(value !== undefined)
  if (!isOpen)
    return (
      <Button type="link" className={style.excluding ?? ''} disabled={rest.disabled} onClick={() => setOpen(true)}>
        {t('除外的人')}
      </Button>
    )
  return (
    <>
      <p className={style.hint}>{t('符合下面任何一条的人不包括在内。')}</p>
      <Groups value={value ?? {}} isExcluding onChange={groups => onChange({ ...value, ...groups })} {...rest} />
    </>
  )
}
/** Removes empty groups. */
function cleaned({ exclude, ...groups }: GroupChange & Pick<Audience, 'all'> & { exclude?: GroupChange }): Audience {
  const given = <T extends object>(of: T): Partial<T> => Object.fromEntries(Object.entries(of).filter(([, value]) => isGiven(value))) as Partial<T>
  const without = given(exclude ?? {}) as AudienceGroups
  return { ...(given(groups) as Audience), ...(Object.keys(without).length ? { exclude: without } : {}) }
}
const isGiven = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null)
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
