import { Button, Input } from 'antd'
import { type ReactNode, type Ref, useState } from 'react'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Columns, Row, Stack } from '#web/layout/Layout.tsx'
import { CodeBox } from '#web/scan/CodeBox.tsx'
import { ScanButton } from '#web/scan/ScanButton.tsx'
import { personCodeIn } from './person-code.ts'

export type Who = { code: string } | { name: string; last4: string }
interface FindPersonProps {
  onFind: (who: Who) => void
  /** Takes the focus back to the box for the next person. */
  handle?: Ref<{ focus(): void }>
  /** Beside the button that scans with the phone. */
  note?: ReactNode
}
/** Who stands at the point: by the code on their phone, typed by a reader or scanned with one's own, or by name and document. */
export function FindPerson({ onFind, handle, note }: FindPersonProps) {
  return (
    <Sheet>
      <Stack gap={2}>
        <CodeBox id="welcome-code" label={t('扫学生的迎新码')} onCode={text => onFind({ code: personCodeIn(text) })} {...(handle ? { handle } : {})} />
        <Row gap={2} spread="between">
          <ScanButton
            title={t('扫迎新码')}
            help={t('对准学生手机上的迎新码')}
            other={t('这不是迎新码')}
            onRead={text => {
              onFind({ code: personCodeIn(text) })
              return true
            }}
          >
            {t('用手机扫')}
          </ScanButton>
          {note}
        </Row>
        <ByName onFind={onFind} />
      </Stack>
    </Sheet>
  )
}
/** Without a phone: the name and the document on the desk. */
function ByName({ onFind }: { onFind: (who: Who) => void }) {
  const [name, setName] = useState('')
  const [last4, setLast4] = useState('')
  return (
    <Columns min={140} gap={2}>
      <Input aria-label={t('姓名')} placeholder={t('姓名')} value={name} onChange={e => setName(e.target.value.trim())} />
      <Input aria-label={t('证件号后四位')} placeholder={t('证件号后四位')} maxLength={4} value={last4} onChange={e => setLast4(e.target.value.trim())} />
      <Button disabled={!name || last4.length !== 4} onClick={() => onFind({ name, last4 })}>
        {t('按姓名查')}
      </Button>
    </Columns>
  )
}
