import { Button } from 'antd'
import { Download } from 'lucide-react'
import { fileLink } from '#web/files/links.ts'
import { t } from '#web/i18n/index.ts'
import { isMissing, MISSING } from '#web/values/format.ts'
import type { ImportJob } from './job.ts'

/** Refused rows: position, value, reason. The complete list is in the error spreadsheet. */
export function FaultRows({ job }: { job: ImportJob }) {
  return (
    <>
      <div className="ql-faults">
        <table className="ql-plain">
          <thead>
            <tr>
              <th>{t('行')}</th>
              <th>{t('列')}</th>
              <th>{t('值')}</th>
              <th>{t('原因')}</th>
            </tr>
          </thead>
          <tbody>
            {job.errors.map((fault, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row may have two errors in one column
              <tr key={at}>
                <td>{fault.row}</td>
                <td>{fault.label ?? MISSING}</td>
                <td>{isMissing(fault.value) ? MISSING : String(fault.value)}</td>
                <td>{fault.msg}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {job.bad > job.errors.length ? <p className="ql-help">{t('这里只列前 {{n}} 处，全部在错误表里', { n: job.errors.length })}</p> : null}
      {job.errorFileId ? (
        <Button icon={<Download size={15} />} href={fileLink(job.errorFileId)}>
          {t('下载错误表')}
        </Button>
      ) : null}
    </>
  )
}
