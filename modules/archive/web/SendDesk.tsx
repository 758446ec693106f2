import { Button } from 'antd'
import { useRef, useState } from 'react'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { CodeBox } from '#web/scan/CodeBox.tsx'
import { scanFile, sendLetter } from '../model/dispatch-actions.ts'
import { beep } from './beep.ts'

const CHANGES = ['archiveFile', 'archiveMove']
/** One envelope after the other: its label, the files that go in, then its waybill. */
export function SendDesk() {
  const [letterNo, setLetterNo] = useState<string>()
  const [said, setSaid] = useState('')
  const [left, setLeft] = useState<number>()
  const box = useRef<{ focus(): void }>(null)
  const put = useAct(scanFile, {
    changes: CHANGES,
    done: false,
    onDone: answer => {
      setLeft(answer.left)
      setSaid(t('{{name}} {{no}} 已装袋，还有 {{left}} 份', { name: answer.name, no: answer.archiveNo, left: answer.left }))
      box.current?.focus()
    },
  })
  const send = useAct(sendLetter, {
    changes: CHANGES,
    done: false,
    onDone: answer => {
      setSaid(t('函 {{no}} 已寄往{{unit}}，{{n}} 份', { no: letterNo, unit: answer.recipientUnit, n: answer.files }))
      begin(undefined)
    },
  })
  const begin = (next: string | undefined) => {
    setLetterNo(next)
    setLeft(undefined)
    put.reset()
    send.reset()
    box.current?.focus()
  }
  const isFull = left === 0
  const take = (code: string) => {
    if (!letterNo) {
      setSaid('')
      begin(code)
    } else if (isFull) send.mutate({ letterNo, trackingNo: code }, { onError: beep })
    else put.mutate({ letterNo, code }, { onError: beep })
  }
  const error = put.error ?? send.error
  const asks = isFull ? t('袋 {{no}} 已装齐，扫运单号寄出', { no: letterNo }) : letterNo ? t('扫档案，装入 {{no}}', { no: letterNo }) : t('扫信封标签上的函号')
  return (
    <Sheet title={t('装袋寄出')}>
      <Stack gap={3}>
        <CodeBox id="archive-send" label={asks} onCode={take} handle={box} />
        <div role="status">{said && !error ? <p>{said}</p> : null}</div>
        {error ? <Refused what={isFull ? t('没有寄出') : t('没有装进去')} error={error} /> : null}
        {letterNo ? (
          <div>
            <Button onClick={() => setLeft(0)} disabled={isFull}>
              {t('已装齐，直接寄出')}
            </Button>{' '}
            <Button onClick={() => begin(undefined)}>{t('换一封')}</Button>
          </div>
        ) : null}
      </Stack>
    </Sheet>
  )
}
