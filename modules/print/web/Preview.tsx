import { Button } from 'antd'
import { ExternalLink } from 'lucide-react'
import { Bars } from '#web/feedback/Empty.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { classes } from '#web/layout/classes.ts'
import style from './print.module.css'
import type { PreviewState } from './use-preview.ts'
import type { Opened } from './use-template.ts'

/** Preview of the template with a row the reader may see. */
export function Preview({ of, preview }: { of: Opened; preview: PreviewState }) {
  const { rowId, choose, address, isPending, error, faults, refetch } = preview
  return (
    <Sheet label={t('预览')} className={style.preview}>
      <header>
        <RefSelect to={of.entity} value={rowId} onChange={choose} allowClear={false} aria-label={t('用哪一条记录预览')} className={classes(style.row)} />
        <small className="ql-quiet" aria-live="polite">
          {isPending ? t('正在生成') : t('预览不编号，不留打印记录')}
        </small>
      </header>
      {faults.length ? (
        <div className={style.faults} role="alert">
          <b>{t('版式有 {{n}} 处不对，改好后再预览和保存', { n: faults.length })}</b>
          <ul>
            {faults.map(f => (
              <li key={`${f.field} ${f.msg}`}>{f.msg}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {error ? <Refused what={t('没有生成预览')} error={error} todo={<Button onClick={refetch}>{t('重试')}</Button>} /> : null}
      {address && !error && !faults.length ? <Pdf address={address} /> : null}
      {!address && isPending ? <Bars lines={6} /> : null}
    </Sheet>
  )
}
/** Browsers without a PDF viewer open it externally. */
const Pdf = ({ address }: { address: string }) =>
  navigator.pdfViewerEnabled === false ? (
    <Button href={address} target="_blank" icon={<ExternalLink size={15} />}>
      {t('在新窗口查看')}
    </Button>
  ) : (
    <iframe title={t('预览')} src={`${address}#toolbar=0&navpanes=0&view=FitH`} />
  )
