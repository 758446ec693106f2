import { DatePicker, Input, Segmented } from 'antd'
import dayjs from 'dayjs'
import { schoolDate } from '#model/school-time.ts'
import { ApplicationForm } from '#modules/workflow/applications/web/public/ApplicationForm.tsx'
import { ApplyPage, type BegunOf, type MineOf } from '#modules/workflow/applications/web/public/ApplyPage.tsx'
import { Empty } from '#web/feedback/Empty.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'
import { changeApplication } from '../model/application.ts'
import { BedPicker } from './BedPicker.tsx'
import { ChangeOutcome } from './ChangeOutcome.tsx'
import changeStyle from './change.module.css'
import { type Target, useChange } from './useChange.ts'

type FormStart = BegunOf<typeof changeApplication>
type Mine = MineOf<typeof changeApplication>

/** 申请调宿: to a free bed, or a swap; with date and reason. */
export default function ChangeApplyPage() {
  return (
    <ApplyPage draft="dormitory.change" of={changeApplication} title={t('申请调宿')} onlyStudents={t('当前账号不是学生，不能申请调宿')} refused={t('这份调宿不能修改')}>
      {(known, row, params) =>
        known.problem ? (
          <Empty title={known.problem} />
        ) : (
          <Form key={row?.id ?? 'new'} known={known} row={row} values={row ? { ...row, proofs: row.proofs ?? [] } : fromAddress(params)} />
        )
      }
    </ApplyPage>
  )
}
/** Parameters of a link from the swap board. */
function fromAddress(params: URLSearchParams): Record<string, unknown> {
  const [peerNo, peerName] = [params.get('peerNo'), params.get('peerName')]
  return peerNo && peerName ? { type: 'swap', peerNo, peerName } : {}
}
function Form({ known, row, values }: { known: FormStart; row: Mine | undefined; values: Readonly<Record<string, unknown>> }) {
  const change = useChange({ id: row?.id, values })
  const { target, preview, isSettled } = change
  return (
    <ApplicationForm
      of={change}
      title={row ? t('修改调宿申请') : t('申请调宿')}
      own={{ path: '/dormitory/change/mine', label: t('我的调宿') }}
      isBlocked={!isSettled || Boolean(preview?.problems.length)}
    >
      <Where known={known} target={target} row={row} onPut={change.put} />
      {row?.type === 'swap' ? null : target.type === 'move' ? (
        <BedPicker
          effectiveDate={target.effectiveDate}
          value={target.toBedId}
          kept={row?.toBedId ? { id: row.toBedId, label: row.toBed } : undefined}
          onPick={toBedId => change.put({ toBedId })}
        />
      ) : (
        <Peer target={target} onPut={change.put} />
      )}
      {isSettled ? <ChangeOutcome of={preview} isSwap={target.type === 'swap' && !row} peerHours={known.peerHours} /> : null}
    </ApplicationForm>
  )
}
interface Part {
  target: Target
  onPut: (patch: Partial<Target>) => void
}
/** Current bed, type and date, with the term's limit. */
function Where({ known, target, row, onPut }: Part & { known: FormStart; row: Mine | undefined }) {
  return (
    <Sheet label={t('现在的床位')} className={changeStyle.where}>
      <p>
        <small className="ql-quiet">{t('现在的床位')}</small>
        <b>{known.bed}</b>
      </p>
      {row ? null : (
        <Segmented<Target['type']>
          block
          value={target.type}
          options={[
            { value: 'move', label: t('调到空床位') },
            { value: 'swap', label: t('和同学换') },
          ]}
          onChange={type => onPut({ type })}
        />
      )}
      <label className={changeStyle.date} htmlFor="change-date">
        <span>{t('生效日期')}</span>
        <DatePicker
          id="change-date"
          value={dayjs(target.effectiveDate)}
          allowClear={false}
          inputReadOnly
          minDate={dayjs(schoolDate(Date.now()))}
          onChange={day => onPut({ effectiveDate: day?.format('YYYY-MM-DD') ?? target.effectiveDate })}
        />
      </label>
      <p className="ql-quiet">
        {t('一学期最多 {{most}} 次，本学期已有 {{used}} 次', { most: known.perTerm, used: known.usedInTerm })}
        {known.lastDay ? t('；本学期 {{day}} 以后不办理', { day: formatDate(known.lastDay) }) : ''}
        {target.type === 'move' ? t('；提交后为你占位 {{n}} 天', { n: known.holdDays }) : ''}
      </p>
    </Sheet>
  )
}
/** Number and name: the partner answers on their own phone. */
const Peer = ({ target, onPut }: Part) => (
  <Sheet label={t('换宿对方')} className={changeStyle.peer}>
    <label htmlFor="change-peer-no">
      <span>{t('对方学号')}</span>
      <Input id="change-peer-no" value={target.peerNo} maxLength={20} autoComplete="off" onChange={event => onPut({ peerNo: event.target.value })} />
    </label>
    <label htmlFor="change-peer-name">
      <span>{t('对方姓名')}</span>
      <Input id="change-peer-name" value={target.peerName} maxLength={60} autoComplete="off" onChange={event => onPut({ peerName: event.target.value })} />
    </label>
  </Sheet>
)
