import { Select } from 'antd'
import { holidayStayReason } from '#modules/outing/model/holiday.ts'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { ActionForm } from '#web/forms/ActionForm.tsx'
import type { DrawnInput, LayoutOf } from '#web/forms/layout.ts'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { useDict } from '#web/values/useDict.ts'
import { stayApplication } from '../model/application.ts'

type FormStart = AnswerOf<typeof stayApplication.begin>
type Mine = AnswerOf<typeof stayApplication.mine>[number]
const CHANGES = ['holidayDeparture', 'holidayDestination', 'processTask', 'processInstance']

/** 留校申请: prefilled; the commitment is shown above the submit button. */
export function StayForm({ planId, row, onClose }: { planId: string; row?: Mine; onClose: () => void }) {
  const read = useRead(stayApplication.begin, { planId })
  const { data } = read
  if (!data)
    return (
      <Panel open title={t('申请留校')} onClose={onClose}>
        <Loading of={read} />
      </Panel>
    )
  if (data.problem && !row)
    return (
      <Panel open title={t('申请留校')} onClose={onClose}>
        <p className="ql-problem" role="alert">
          {data.problem}
        </p>
      </Panel>
    )
  const common = { layout: layoutOf(data), note: <Note known={data} />, changes: CHANGES, onClose, done: t('申请已提交') }
  const title = t('{{name}}留校申请', { name: data.name })
  if (row) {
    const { from, to, reason, detail, guardianName, guardianPhone, lodging } = row
    return (
      <ActionForm
        of={stayApplication.resubmit}
        {...common}
        title={title}
        input={{ id: row.id, commitment: data.commitment }}
        initial={{ from, to, reason, detail, guardianName, guardianPhone, lodging }}
      />
    )
  }
  const initial = { from: data.from, to: data.to, guardianName: data.guardianName, guardianPhone: data.guardianPhone, lodging: 'ownBed' as const }
  return <ActionForm of={stayApplication.apply} {...common} title={title} input={{ planId, commitment: data.commitment }} initial={initial} />
}
const layoutOf = (known: FormStart): LayoutOf<typeof stayApplication.apply> & LayoutOf<typeof stayApplication.resubmit> => [
  {
    fields: [
      { field: 'reason', render: props => <Reasons {...props} codes={known.reasons} /> },
      'from',
      'to',
      { field: 'lodging', when: () => known.hasCentral },
      'detail',
      { field: 'guardianName', help: known.isMinor ? t('未满 18 周岁，辅导员会联系家长') : undefined },
      'guardianPhone',
    ],
  },
]
function Reasons({ id, value, onChange, disabled, status, describedBy, codes }: DrawnInput & { codes: FormStart['reasons'] }) {
  const items = useDict(holidayStayReason).filter(i => i.isEnabled && codes.includes(i.key))
  return (
    <Select
      id={id}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      disabled={disabled}
      status={status}
      aria-describedby={describedBy}
      options={items.map(i => ({ value: i.key, label: i.label }))}
    />
  )
}
const Note = ({ known }: { known: FormStart }) => (
  <div className="ql-help">
    {known.bed ? <p>{t('你的床位：{{bed}}', { bed: known.bed })}</p> : null}
    <p>{t('提交即作出承诺：{{text}}', { text: known.commitment })}</p>
  </div>
)
