import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { codeIn } from '#model/scanned-code.ts'
import { Dialog } from '#web/feedback/Dialog.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { ScanButton } from '#web/scan/ScanButton.tsx'
import { formatClock } from '#web/values/format.ts'
import { scanWork } from '../../model/actions.ts'
import { hours, WORK_PAGE } from '../labels.ts'

type Scanned = AnswerOf<typeof scanWork>
const said = ({ what, post, at, hours: done }: Scanned): string =>
  what === 'in' ? t('{{at}} 签到，{{post}}', { at: formatClock(at), post: post ?? '' }) : t('{{at}} 签退，记 {{hours}}', { at: formatClock(at), hours: hours(done ?? 0) })
/** Scans the code of a unit, here or by the phone's own camera; with several posts there it asks which. */
export function ScanWork({ isIn }: { isIn: boolean }) {
  const [params, , put] = useOwnParams()
  const code = params.get('code')
  const used = useRef<string>(undefined)
  const [result, setResult] = useState<Scanned>()
  const scanned = useRef('')
  const act = useAct(scanWork, { changes: ['hourEntry', 'workScan'], done: false, onDone: setResult })
  const { mutate } = act
  useEffect(() => {
    if (!code || used.current === code) return
    used.current = code
    put({ code: undefined })
    scanned.current = code
    mutate({ code })
  }, [code, mutate, put])
  const take = (text: string): boolean => {
    const found = codeIn(WORK_PAGE, text)
    if (!found) return false
    scanned.current = found
    mutate({ code: found })
    return true
  }
  return (
    <Stack gap={2}>
      <ScanButton title={t('扫单位屏幕上的码')} help={t('上岗扫一次，离岗再扫一次。')} other={t('这不是上岗的二维码')} otherwise={t('也可以请用工单位登记')} onRead={take}>
        {isIn ? t('扫码离岗') : t('扫码上岗')}
      </ScanButton>
      {act.error ? <Refused what={t('没有扫成')} error={act.error} /> : null}
      {result && result.what !== 'choose' ? <b role="status">{said(result)}</b> : null}
      <Dialog open={result?.what === 'choose'} title={t('你在这里有几个岗位')} onClose={() => setResult(undefined)}>
        <Select
          className="ql-wide"
          aria-label={t('岗位')}
          placeholder={t('现在做哪个岗位')}
          options={result?.choices.flatMap(c => (c ? { value: c.engagementId, label: c.post } : [])) ?? []}
          onChange={engagementId => mutate({ code: scanned.current, engagementId })}
        />
      </Dialog>
    </Stack>
  )
}
