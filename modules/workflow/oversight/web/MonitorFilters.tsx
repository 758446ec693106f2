import style from '#modules/workflow/cases/web/public/cases.module.css'
import { tAny } from '#web/i18n/every-module.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { classes } from '#web/layout/classes.ts'
import { CaseFilters, type CaseFiltersProps, DaysFilter, OneOf, StateFilter } from '../../cases/web/public/CaseFilters.tsx'
import filterStyle from '../../flows/web/public/filter.module.css'
import { TypeSelect } from '../../flows/web/public/TypeSelect.tsx'

const WAITS = [4, 24, 72, 168] as const
/** Number, title, kind, state, approver, waiting time, submission date. */
export function MonitorFilters(props: CaseFiltersProps) {
  const { params, put } = props
  const [approverId, nodeName] = [params.get('approverId'), params.get('nodeName')]
  return (
    <CaseFilters
      {...props}
      words={t('标题、申请人、编号')}
      chip={nodeName ? <span className={`ql-chip ${style.chip}`}>{t('环节：{{name}}', { name: tAny(nodeName) })}</span> : null}
    >
      <TypeSelect value={params.get('processType')} onChange={processType => put({ processType, nodeName: null })} />
      <StateFilter params={params} put={put} />
      <RefSelect
        to="user"
        className={classes(approverId ? `${filterStyle.filter} ql-set` : filterStyle.filter)}
        aria-label={t('审批人')}
        placeholder={t('审批人')}
        value={approverId}
        onChange={next => put({ approverId: next })}
      />
      <OneOf
        name="waitingHours"
        label={t('已等')}
        options={WAITS.map(hours => ({ value: String(hours), label: hours < 24 ? t('超过 {{n}} 小时', { n: hours }) : t('超过 {{n}} 天', { n: hours / 24 }) }))}
        params={params}
        put={put}
      />
      <DaysFilter label={t('提交日期')} params={params} put={put} />
    </CaseFilters>
  )
}
