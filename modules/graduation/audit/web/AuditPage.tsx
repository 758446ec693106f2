import { Select } from 'antd'
import { CheckCheck, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { collegeFilter } from '#modules/campus/web/grades.ts'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loading } from '#web/feedback/Loaded.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { useRead } from '#web/records/useRead.ts'
import { useView, ViewSwitch } from '#web/records/ViewSwitch.tsx'
import { useCan } from '#web/session/useCan.ts'
import { approveAudits, auditBatches, decideAudits, publiciseAudits, recomputeAudits, returnAudits } from '../model/actions.ts'
import { graduationAudit } from '../model/audit.ts'
import { batchActions } from '../model/batch.ts'
import { Batches } from './Batches.tsx'
import { itemColumns } from './item-columns.tsx'

type Batch = NonNullable<AnswerOf<typeof auditBatches>[number]>
const VIEWS = {
  all: '全部',
  one: '只差一项',
  missing: '有未完成',
  open: '待审核',
  decided: '待审批',
  batches: '批次',
} as const
const WHERE: Readonly<Record<keyof typeof VIEWS, Readonly<Record<string, unknown>>>> = {
  all: {},
  one: { missed: 1 },
  missing: { 'missed.ge': 1 },
  open: { state: ['open', 'returned'] },
  decided: { state: 'decided' },
  batches: {},
}
/** 毕业管理 → 毕业审核: students by items, and the batches. */
export default function AuditPage() {
  const mayPublish = useCan(batchActions.publish.permission)
  const shown = useView(VIEWS, { param: 'tab', may: tab => tab !== 'batches' || mayPublish })
  const views = <ViewSwitch of={shown} />
  const read = useRead(auditBatches, {})
  const [params, , put] = useOwnParams()
  if (shown.view === 'batches') return <Batches views={views} />
  if (!read.data) return <Loading of={read} lines={10} />
  const all = read.data.flatMap(b => b ?? [])
  const chosen = all.find(b => b.id === params.get('batch')) ?? all[0]
  if (!chosen)
    return (
      <Page title={t('毕业审核')} views={views}>
        <Empty title={t('还没有毕业批次')} />
      </Page>
    )
  const choose = (
    <Select popupMatchSelectWidth={false} aria-label={t('批次')} value={chosen.id} options={all.map(b => ({ value: b.id, label: b.name }))} onChange={id => put({ batch: id })} />
  )
  return <Matrix key={`${chosen.id}${shown.view}`} of={chosen} where={WHERE[shown.view]} views={views} choose={choose} />
}
const CHANGES = ['graduationAudit', 'graduationBatch', 'todo']
function Matrix({ of, where, views, choose }: { of: Batch; where: Readonly<Record<string, unknown>>; views: ReactNode; choose: ReactNode }) {
  const batchId = of.id
  return (
    <EntityTable<typeof graduationAudit>
      of={graduationAudit}
      title={t('毕业审核')}
      views={views}
      where={{ ...where, batchId }}
      toolbar={
        <>
          {choose}
          {of.stage === 'closed' ? null : <Verbs of={of} />}
        </>
      }
      lead={
        <p className="ql-quiet">
          {t('{{total}} 人，全部完成 {{met}} 人，只差一项 {{one}} 人；待审核 {{open}}，待审批 {{decided}}，已确定 {{confirmed}}。', {
            ...{ total: of.total, met: of.met, one: of.oneMissing, open: of.open, decided: of.decided, confirmed: of.confirmed },
          })}
        </p>
      }
      columns={[
        { key: 'studentNo', width: 130 },
        { key: 'studentId', title: t('学生'), width: 110, align: 'left' },
        { key: 'classId', width: 120 },
        ...itemColumns(of.items),
        { key: 'missed', width: 90 },
        { key: 'suggest', width: 100 },
        { key: 'result', width: 100 },
        { key: 'state', width: 110 },
        ...(
          ['departmentId', 'majorId', 'warned', 'degree', 'reason', 'returnReason', 'resultBy', 'approvedBy', 'approvedAt', 'judgedAt', 'certNo', 'degreeNo', 'closedOn'] as const
        ).map(key => ({ key, hidden: true })),
      ]}
      facts={['state', 'missed', 'result']}
      filters={['studentId', collegeFilter, 'majorId', 'classId', 'state', 'missed', 'suggest', 'result']}
      batchActions={rows => <Chosen batchId={batchId} ids={rows.map(r => r.id)} />}
    />
  )
}
const Verbs = ({ of: { id: batchId, name, open, decided, approved } }: { of: Batch }) => (
  <Row gap={2}>
    <ActionButton of={recomputeAudits} input={{ batchId }} changes={CHANGES} icon={<RefreshCw size={15} />} done={t('已重新核对')} />
    {open ? (
      <ActionButton
        of={decideAudits}
        input={{ batchId }}
        changes={CHANGES}
        icon={<CheckCheck size={15} />}
        confirm={t('{{n}} 名待审核的学生都按系统建议审核，提交学工处审批。', { n: open })}
        done={t('已审核')}
      >
        {t('按建议审核')}
      </ActionButton>
    ) : null}
    {decided ? <ActionButton of={approveAudits} input={{ batchId }} changes={CHANGES} confirm={t('审批通过 {{n}} 名学生的审核结果。', { n: decided })} done={t('已批准')} /> : null}
    {approved ? (
      <ActionButton
        of={publiciseAudits}
        input={{ batchId }}
        changes={CHANGES}
        confirm={t('“{{name}}”里审批通过的 {{n}} 人：毕业的公示，其他结果只告知本人。', { name, n: approved })}
        done={t('已公示')}
      />
    ) : null}
  </Row>
)
const Chosen = ({ batchId, ids }: { batchId: string; ids: string[] }) => (
  <Row gap={2}>
    <FormButton of={decideAudits} input={{ batchId, ids }} changes={CHANGES} note={t('{{n}} 名学生', { n: ids.length })} done={t('已审核')} />
    <ActionButton of={approveAudits} input={{ batchId, ids }} changes={CHANGES} confirm={t('审批通过选中的 {{n}} 名学生的审核结果。', { n: ids.length })} done={t('已批准')} />
    <FormButton of={returnAudits} input={{ batchId, ids }} changes={CHANGES} note={t('{{n}} 名学生', { n: ids.length })} done={t('已退回')} />
  </Row>
)
