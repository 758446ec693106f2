import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { Loading } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useRead } from '#web/records/useRead.ts'
import { auditBatches } from '../../audit/model/actions.ts'
import { giveNumbers, previewNumbers, RUN_KINDS } from '../model/actions.ts'

type Kind = keyof typeof RUN_KINDS
/** A run of numbers: which batch and papers, what each would get, then all of them at once. */
export function NumberPanel({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [batchId, setBatch] = useState<string>()
  const [kind, setKind] = useState<Kind>('study')
  const batches = useRead(auditBatches, {})
  const asked = { batchId: batchId ?? '', kind }
  const preview = useRead(previewNumbers, asked, { enabled: batchId !== undefined })
  const shown = batchId === undefined ? undefined : preview.data
  const close = () => setOpen(false)
  const act = useAct(giveNumbers, { onDone: close, done: t('已编号'), changes: ['graduationCertificate', 'graduationAudit'] })
  const send = () => {
    if (shown?.first && !act.isPending) act.mutate({ ...asked, count: shown.count, first: shown.first })
  }
  return (
    <Panel
      open={isOpen}
      size={720}
      title={t('证书编号')}
      onClose={close}
      afterClose={onClose}
      footer={
        <div className="ql-acts">
          <Button onClick={close}>{t('取消')}</Button>
          <Button type="primary" loading={act.isPending} disabled={!shown?.count} onClick={send}>
            {shown?.count ? t('编 {{n}} 个号', { n: shown.count }) : t('编号')}
          </Button>
        </div>
      }
    >
      <Stack>
        {act.error ? <Refused what={t('没有编号')} error={act.error} /> : null}
        <Select
          aria-label={t('批次')}
          placeholder={t('请选择批次')}
          className="ql-wide"
          value={batchId ?? null}
          options={(batches.data ?? []).flatMap(b => (b ? [{ value: b.id, label: b.name }] : []))}
          onChange={setBatch}
        />
        <Segmented<Kind>
          aria-label={t('证书')}
          value={kind}
          onChange={setKind}
          options={(Object.keys(RUN_KINDS) as Kind[]).map(value => ({ value, label: t(RUN_KINDS[value]) }))}
        />
        {batchId === undefined || shown ? null : preview.error ? <Refused what={t('不能编号')} error={preview.error} /> : <Loading of={preview} lines={6} />}
        {shown ? <Lines of={shown} /> : null}
      </Stack>
    </Panel>
  )
}
type Preview = NonNullable<ReturnType<typeof useRead<typeof previewNumbers>>['data']>
const Lines = ({ of }: { of: Preview }) => (
  <>
    <p role="status">{t('{{n}} 个号，从 {{first}} 到 {{last}}，按院系、专业、学号排列。', { n: of.count, first: of.first ?? '—', last: of.last ?? '—' })}</p>
    <PlainTable
      label={t('名单')}
      rows={of.lines}
      keyOf={l => l.number}
      isLong
      columns={[
        [t('证书编号'), l => l.number, { isHead: true }],
        [t('姓名'), l => l.name],
        [t('学号'), l => l.studentNo],
        [t('专业'), l => l.major],
      ]}
    />
  </>
)
