import { Button } from 'antd'
import { ScanText } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#model'
import { Refused } from '#web/feedback/Refused.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { formatDate } from '#web/values/format.ts'
import { readScan } from '../model/scan.ts'
import style from './scan.module.css'

type Read = OutputOf<typeof readScan>
interface ScanReadingProps {
  fileId: string
  catalogId: string | null
  onTake: (read: Read) => void
}
/** What the school's text recognition reads on the photo just uploaded; the form changes only when the student takes it over. */
export function ScanReading({ fileId, catalogId, onTake }: ScanReadingProps) {
  const [read, setRead] = useState<Read>()
  const act = useAct(readScan, { onDone: setRead, done: false })
  const found = read ? wordsOf(read) : []
  return (
    <div className={style.scan}>
      <Button icon={<ScanText size={16} />} loading={act.isPending} onClick={() => act.mutate({ fileId, catalogId })}>
        {t('识别照片上的编号和日期')}
      </Button>
      {act.error ? <Refused what={t('没有识别')} error={act.error} /> : null}
      {read && !found.length ? <p role="status">{t('没有读出编号和日期，请照着证书填写')}</p> : null}
      {read && found.length ? (
        <div role="status">
          <p>{t('照片上读到：{{found}}', { found: found.join(t('；')) })}</p>
          <Button type="primary" onClick={() => onTake(read)}>
            {t('填入表单')}
          </Button>
          <p className="ql-quiet">{t('识别可能有误，提交前请与证书核对。')}</p>
        </div>
      ) : null}
    </div>
  )
}
const wordsOf = ({ certNo, issuedOn, expiresOn }: Read): string[] => [
  ...(certNo ? [t('编号 {{no}}', { no: certNo })] : []),
  ...(issuedOn ? [t('发证日期 {{date}}', { date: formatDate(issuedOn) })] : []),
  ...(expiresOn ? [t('有效期至 {{date}}', { date: formatDate(expiresOn) })] : []),
]
