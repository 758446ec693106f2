import { Button } from 'antd'
import { Download } from 'lucide-react'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { fileLink } from '#web/files/links.ts'
import { t } from '#web/i18n/index.ts'
import { isMissing, MISSING } from '#web/values/format.ts'
import type { ImportJob } from './job.ts'
import style from './sheets.module.css'

/** Refused rows: position, value, reason. The complete list is in the error spreadsheet. */
export function FaultRows({ job }: { job: ImportJob }) {
  return (
    <>
      <PlainTable
        label={t('原因')}
        scroller={style.faults}
        rows={job.errors.map((fault, at) => ({ ...fault, at }))}
        keyOf={fault => fault.at}
        columns={[
          [t('行'), fault => fault.row],
          [t('列'), fault => fault.label ?? MISSING],
          [t('值'), fault => (isMissing(fault.value) ? MISSING : String(fault.value))],
          [t('原因'), fault => fault.msg],
        ]}
      />
      {job.bad > job.errors.length ? <p className="ql-help">{t('这里只列前 {{n}} 处，全部在错误表里', { n: job.errors.length })}</p> : null}
      {job.errorFileId ? (
        <Button icon={<Download size={15} />} href={fileLink(job.errorFileId)}>
          {t('下载错误表')}
        </Button>
      ) : null}
    </>
  )
}
