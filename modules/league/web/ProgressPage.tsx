import { Select } from 'antd'
import { Empty } from '#web/feedback/Empty.tsx'
import { Figure, Figures } from '#web/feedback/Figures.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { State, StateTag, type Tone } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { formatDatetime, formatMoney, MISSING } from '#web/values/format.ts'
import { feeStates } from '../model/fee.ts'
import { feeProgress, remindUnpaid } from '../model/fee-actions.ts'

type Progress = AnswerOf<typeof feeProgress>
type Group = NonNullable<Progress['groups'][number]>
const [GOOD, FAIR] = [95, 80]
const toneOf = (percent: number | null): Tone => (percent === null ? 'over' : percent >= GOOD ? 'done' : percent >= FAIR ? 'attention' : 'refused')

/** 团费管理 → 收缴进度: a tree of colleges, their branches and members, coloured by how much of it is paid; those behind stand first. */
export default function ProgressPage() {
  const [params, , put] = useOwnParams()
  const [planId, departmentId, branchId] = ['plan', 'college', 'branch'].map(name => params.get(name))
  const read = useRead(feeProgress, { ...(planId ? { planId } : {}), ...(departmentId ? { departmentId } : {}), ...(branchId ? { branchId } : {}) }, { keeps: true })
  const up = branchId ? () => put({ branch: null }) : departmentId ? () => put({ college: null }) : undefined
  const plans = read.data?.plans.flatMap(p => (p ? [{ value: p.id, label: p.name }] : [])) ?? []
  return (
    <Page
      title={t('收缴进度')}
      back={up}
      actions={<Select aria-label={t('收缴计划')} value={read.data?.planId ?? null} options={plans} onChange={plan => put({ plan })} popupMatchSelectWidth={false} />}
    >
      <Loaded of={read} empty={data => (data.whole ? undefined : t('还没有发布过收缴计划'))}>
        {data => (
          <>
            {data.whole ? <Whole of={data.whole} /> : null}
            {data.people.length ? (
              <People of={data.people} />
            ) : data.groups.length ? (
              <Groups of={data.groups} label={departmentId ? t('团支部') : t('学院')} onOpen={id => put(departmentId ? { branch: id } : { college: id })} />
            ) : (
              <Empty title={t('这里没有应缴团费的团员')} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  )
}
const Whole = ({ of }: { of: Group }) => (
  <Figures label={t('合计')}>
    <Figure label={t('应缴')} value={of.heads} />
    <Figure label={t('已缴')} value={of.paidHeads} />
    <Figure label={t('应缴金额')} value={formatMoney(of.amount)} />
    <Figure label={t('已缴金额')} value={formatMoney(of.paid)} />
    <Figure label={t('进度')} value={of.percent === null ? MISSING : `${of.percent}%`} />
  </Figures>
)
const Groups = ({ of, label, onOpen }: { of: Progress['groups']; label: string; onOpen: (id: string) => void }) => (
  <Sheet isBare>
    <PlainTable
      label={label}
      rows={of}
      keyOf={g => g.id}
      isCardsOnPhone
      columns={[
        [
          label,
          g => (
            <button type="button" className="ql-link" onClick={() => onOpen(g.id)}>
              {g.name}
            </button>
          ),
          { isHead: true },
        ],
        [t('进度'), g => <State tone={toneOf(g.percent)}>{g.percent === null ? MISSING : `${g.percent}%`}</State>],
        [t('已缴'), g => t('{{paid}}/{{heads}} 人', { paid: g.paidHeads, heads: g.heads }), { isNumber: true }],
        [t('已缴金额'), g => formatMoney(g.paid), { isNumber: true }],
        [t('应缴金额'), g => formatMoney(g.amount), { isNumber: true }],
      ]}
    />
  </Sheet>
)
function People({ of }: { of: Progress['people'] }) {
  const unpaid = of.flatMap(p => (p && feeStates.allows(p, 'remind') ? [p.id] : []))
  return (
    <Sheet title={t('团员#many')} actions={unpaid.length ? <ActionButton of={remindUnpaid} input={{ ids: unpaid }} done={t('已提醒')} /> : null}>
      <PlainTable
        label={t('团员#many')}
        rows={of}
        keyOf={p => p.id}
        isCardsOnPhone
        columns={[
          [t('姓名'), p => p.name, { isHead: true }],
          [t('状态'), p => <StateTag of={feeStates} state={p.state} />],
          [t('月数'), p => p.months, { isNumber: true }],
          [t('应缴'), p => formatMoney(p.amount), { isNumber: true }],
          [t('缴费时间'), p => (p.paidAt ? formatDatetime(p.paidAt) : MISSING)],
        ]}
      />
    </Sheet>
  )
}
