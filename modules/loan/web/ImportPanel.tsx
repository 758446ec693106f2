import { Button, Upload } from 'antd'
import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { putFile } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { formatMoney } from '#web/values/format.ts'
import { importArrivals, previewArrivals, UNMATCHED } from '../model/arrival.ts'

type Preview = AnswerOf<typeof previewArrivals>
const CHANGES = ['loanArrivalFile', 'creditLoan', 'billLine', 'payoutList']
/** 导入放款文件: the file is shown as it would be booked before anything is. */
export function ImportPanel({ onClose }: { onClose: () => void }) {
  const [profileId, setProfile] = useState<string | null>(null)
  const [fileId, setFile] = useState<string>()
  const [seen, setSeen] = useState<Preview>()
  const [fault, setFault] = useState<unknown>()
  const look = useAct(previewArrivals, { done: false, onDone: setSeen })
  const load = useAct(importArrivals, { changes: CHANGES, done: t('已导入'), onDone: onClose })
  const take = async (file: File) => {
    setFault(undefined)
    setSeen(undefined)
    try {
      const put = await putFile(file)
      setFile(put.fileId)
      look.mutate({ profileId: profileId ?? '', fileId: put.fileId })
    } catch (error) {
      setFault(error)
    }
  }
  const error = fault ?? look.error ?? load.error
  return (
    <Panel
      open
      title={t('导入放款文件')}
      onClose={onClose}
      size={720}
      footer={
        seen && fileId && profileId ? (
          <Button type="primary" loading={load.isPending} disabled={seen.again === seen.count} onClick={() => load.mutate({ profileId, fileId })}>
            {t('导入 {{n}} 笔', { n: seen.count - seen.again })}
          </Button>
        ) : null
      }
    >
      <Stack>
        <Row>
          <span>{t('格式')}</span>
          <RefSelect to="exportProfile" aria-label={t('格式')} placeholder={t('选择格式')} where={{ dataset: 'loanArrival' }} value={profileId} onChange={id => setProfile(id)} />
        </Row>
        <Upload.Dragger
          accept=".xlsx,.xls,.csv,.txt"
          showUploadList={false}
          disabled={!profileId || look.isPending}
          beforeUpload={file => {
            void take(file)
            return false
          }}
        >
          <p>{t('先选格式，再选银行或助贷中心的放款文件。导入前先看结果，同一笔流水只记一次。')}</p>
        </Upload.Dragger>
        {error ? <Refused what={t('没有导入')} error={error} /> : null}
        {seen ? <Outcome of={seen} /> : null}
      </Stack>
    </Panel>
  )
}
const Outcome = ({ of }: { of: Preview }) => (
  <Stack gap={2} role="status">
    <p>
      {t('{{n}} 笔共 {{total}}：可匹配 {{matched}} 笔，未匹配 {{unmatched}} 笔，其中多于贷款金额 {{over}} 笔，此前已导入 {{again}} 笔。', {
        n: of.count,
        total: formatMoney(of.total),
        matched: of.matched,
        unmatched: of.unmatched,
        over: of.over,
        again: of.again,
      })}
    </p>
    {of.rows.length ? (
      <PlainTable
        label={t('没有匹配的行')}
        rows={of.rows}
        keyOf={r => r.line}
        isLong
        columns={[
          [t('行'), r => r.line, { isHead: true }],
          [t('姓名'), r => r.name ?? '—'],
          [t('金额'), r => formatMoney(r.amount), { isNumber: true }],
          [t('银行流水号'), r => r.bankSeq],
          [t('原因'), r => (r.why ? t(UNMATCHED[r.why]) : '')],
        ]}
      />
    ) : null}
  </Stack>
)
